import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'
import './tools/test/quick-files.ts'

/** The browser journeys: what a player does, in a real Chromium, against the app as `npm start` runs it. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tools/test/whole-app-setup.ts'],
    maxWorkers: 3, // journeys wait for rounds, matches and the server: two at once leave two cores idle for a quarter
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } }, // what comes is waited for: a machine may be busy for seconds
  },
})
