import { resolve } from 'node:path'
import { buildWeb, WEB_APPS } from '../start/build-web.ts'
import { prepareData } from './whole-app.ts'

/**
 * Once before the journeys: builds the web apps, because several apps that start at once would build into one folder,
 * and prepares the data of their apps.
 */
export default async function prepareJourneys(): Promise<() => void> {
  const root = resolve(import.meta.dirname, '../..')
  const { signal } = new AbortController()
  for (const app of WEB_APPS) await buildWeb({ root, app, signal, say: (line) => console.log(line) })
  return prepareData()
}
