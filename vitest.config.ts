import { defineConfig } from 'vitest/config'

/** Unit, property and integration tests; the browser journeys run on their own (tools/test). */
export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
