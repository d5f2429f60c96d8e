/**
 * Mutation tests (`npm run mutate`): Stryker changes the code of a package one small thing at a time, and the
 * package's own tests have to notice it. docs/decisions/0047-mutation-tests.md has the scores.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 1, // `-- PART --concurrency N` where a machine has more to give
  ignoreStatic: true, // a change to what is made once, as a module loads, would run all tests: half the time for a tenth of the changes
  incremental: true,
  tempDirName: '.mutation/sandbox',
  ignorePatterns: ['.data', 'apps', 'docs', 'test-results'],
  // Stryker would rewrite tsconfig.json by TypeScript's API, which TypeScript 7 does not have. Vitest does not need it.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'html', 'progress-append-only'],
  clearTextReporter: { logTests: false, allowColor: false },
  htmlReporter: { fileName: '.mutation/report.html' },
  thresholds: { high: 95, low: 85, break: 85 },
}
