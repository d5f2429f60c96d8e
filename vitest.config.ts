import { configDefaults, defineConfig } from 'vitest/config'
import './tools/test/quick-files.ts'

/** Unit, property and integration tests; the browser journeys run on their own (vitest.e2e.config.ts). */
export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'tools/chaos/**'], // `npm run chaos`
    globalSetup: ['tools/test/database-server.ts'],
    setupFiles: ['tools/test/properties.ts'],
    maxWorkers: 2, // most files wait for processes and databases, so two at once fit on two cores
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } }, // what comes is waited for: a disk may be busy for seconds
  },
})
