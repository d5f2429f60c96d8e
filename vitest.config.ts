import { defineConfig } from 'vitest/config'

/** Unit, property and integration tests; the browser journeys run on their own (vitest.e2e.config.ts). */
export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['tools/test/database-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
