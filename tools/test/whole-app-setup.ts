import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { openBrowserServer } from './browser.ts'
import { openWholeApp, type WholeApp } from './whole-app.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a worker is given its app, and the browser that all of them share. */
    worlds: { url: string; browser: string }
  }
}

/**
 * One app for each journey that is under way at once, so that none meets what another does, opened when its first
 * journey asks for it; one browser for all, in which every phone is a context of its own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const apps = new Map<string, Promise<WholeApp>>()
  let opening: Promise<unknown> = Promise.resolve()
  const appOf = (worker: string): Promise<WholeApp> => {
    // In turn: the first one builds the web app, the next one finds it built.
    const app = apps.get(worker) ?? opening.then(() => openWholeApp())
    apps.set(worker, app)
    opening = app.catch(() => undefined)
    return app
  }
  const browser = await openBrowserServer()
  const server = createServer((request, response) => {
    appOf(request.url ?? '').then(
      ({ url, sandboxUrl, dataDir }) => response.end(JSON.stringify({ url, sandboxUrl, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  project.provide('worlds', { url: `http://127.0.0.1:${port}`, browser: browser.wsEndpoint() })
  return async () => {
    server.close()
    await browser.close()
    for (const app of apps.values()) await app.then(({ stop }) => stop()).catch(() => undefined)
  }
}
