import type { TestProject } from 'vitest/node'
import { openWholeHouse } from './whole-house.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The house the browser journeys walk through. */
    house: { url: string; sandboxUrl: string; dataDir: string }
  }
}

/** One house for all journeys of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, sandboxUrl, dataDir, stop } = await openWholeHouse()
  project.provide('house', { url, sandboxUrl, dataDir })
  return stop
}
