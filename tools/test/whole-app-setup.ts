import type { TestProject } from 'vitest/node'
import { openWholeApp } from './whole-app.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The app the browser journeys walk through. */
    app: { url: string; sandboxUrl: string; dataDir: string }
  }
}

/** One app for all journeys of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, sandboxUrl, dataDir, stop } = await openWholeApp()
  project.provide('app', { url, sandboxUrl, dataDir })
  return stop
}
