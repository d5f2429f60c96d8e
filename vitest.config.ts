import { configDefaults, defineConfig } from 'vitest/config'
import './tools/test/quick-files.ts'

const exclude = [...configDefaults.exclude, 'tools/chaos/**'] // `npm run chaos`

/** Unit, property and integration tests; the browser journeys run on their own (playwright.config.ts). */
export default defineConfig({
  test: {
    globalSetup: ['tools/test/database-server.ts'],
    maxWorkers: 2, // most files wait for processes and databases, so two at once fit on two cores
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            '{packages,tools}/**/*.test.ts',
            'apps/{server,sandbox}/**/*.test.ts',
            'apps/*/build/**/*.test.ts', // bundlers are native code, which knows no values of another context
          ],
          exclude,
          setupFiles: ['tools/test/watch-logs.ts'],
          isolate: false, // its modules keep nothing between files, and loading them anew takes as long as the tests
        },
      },
      {
        extends: true,
        test: {
          name: 'player',
          include: ['apps/{player,backoffice,studio}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, 'apps/*/build/**'],
          pool: 'vmThreads', // each file has modules and globals of its own, without a process of its own
          vmMemoryLimit: '1GB', // contexts are not always let go: a worker that holds so much is replaced
        },
      },
    ],
    setupFiles: ['tools/test/properties.ts'],
    testTimeout: 120_000, // what hangs is found; what a busy machine does slowly has time
    hookTimeout: 240_000, // attacks seed a world and start a server on it, each in 120 s at most
    expect: { poll: { timeout: 30_000 } }, // what comes is waited for: a disk may be busy for seconds
  },
})
