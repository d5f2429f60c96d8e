import { defineConfig, type ReporterDescription } from '@playwright/test'
import './tools/test/quick-files.ts'
import { launchOptions } from './tools/test/browser.ts'

const reporters: ReporterDescription[] = [['list']]
if (process.env['TEST_RESULTS_FILE']) reporters.push(['./tools/test/journeys-reporter.ts'])

/**
 * No optimizing compiler: a page lives for seconds here, and compiling its code once more takes longer than that saves
 * (docs/decisions/0073).
 */
const QUICK_PAGES = '--js-flags=--no-opt'
const launch = await launchOptions()

/** The browser journeys: what a player does, in a real Chromium, against the app as `npm start` runs it. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tools/test/prepare-journeys.ts',
  reporter: reporters,
  fullyParallel: true,
  forbidOnly: true,
  workers: 3, // journeys wait for rounds, matches and the server: two at once leave two cores idle for a quarter
  retries: 2, // what then passes is flaky, and counted (docs/decisions/0035)
  timeout: 300_000,
  expect: { timeout: 30_000 }, // what comes is waited for: a machine may be busy for seconds
  use: {
    launchOptions: { ...launch, args: [...(launch.args ?? []), QUICK_PAGES] },
    // A phone in a player's hand; `desk` in tests/e2e/test.ts is a desk before them.
    viewport: { width: 393, height: 852 },
    deviceScaleFactor: 1, // drawing is what a browser without a graphics card spends its time on
    hasTouch: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'dark',
    reuseContext: true, // a context is emptied for the next test: a new one costs a sixth of a journey
    serviceWorkers: 'block', // a test cannot cut or hold the lines that a worker answers for
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
})
