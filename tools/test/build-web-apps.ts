import { resolve } from 'node:path'
import { buildWeb, WEB_APPS } from '../start/build-web.ts'

/** Builds the web apps once before the journeys: several apps that start at once would build into one folder. */
export default async function buildWebApps(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  const { signal } = new AbortController()
  for (const app of WEB_APPS) await buildWeb({ root, app, signal, say: (line) => console.log(line) })
}
