import { configDefaults, defineConfig } from 'vitest/config'

/** The part that is changed: only the tests beside it are run. */
const part = process.env['MUTATED_FOLDER'] ?? 'packages'

/**
 * The packages' own tests, as `npm run mutate` runs them: pure, so without the database of the other tests, and without
 * those that count millions of rounds, which would run again for every change that nothing quicker notices.
 */
export default defineConfig({
  test: {
    include: [`${part}/**/*.test.ts`],
    exclude: [
      ...configDefaults.exclude,
      'packages/games/src/{chi-square,exact-returns,million-rounds,slot-spins}.test.ts',
      'packages/odds/src/returns/stopping.test.ts',
    ],
    isolate: false, // as in vitest.config.ts
    testTimeout: 120_000,
    setupFiles: ['tools/test/properties.ts'],
  },
})
