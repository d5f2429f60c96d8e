import { defineConfig } from 'vitest/config'

/** What takes minutes: processes killed under load. `npm run chaos`. */
export default defineConfig({
  test: {
    include: ['tools/chaos/**/*.test.ts'],
    globalSetup: ['tools/test/database-server.ts'],
    setupFiles: ['tools/test/watch-logs.ts'],
    fileParallelism: false, // the load of one would be the other's fault
    testTimeout: 900_000,
    hookTimeout: 360_000, // longer than a server may take until it is ready
    expect: { poll: { timeout: 10_000 } },
  },
})
