import { buildWeb, WEB_APPS } from './build-web.ts'
import { StartRefused } from './start-refused.ts'

/** `npm run build`: builds the web apps as `npm start` does, with the same mark, so that the next start reuses them. */
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort())

const root = process.cwd() // npm runs it in the root of the project
const say = (line: string) => console.log(line)
try {
  for (const app of WEB_APPS) {
    await buildWeb({ root, app, signal: stopping.signal, say })
    say(`${app}/dist is built from the sources that are there now.`)
  }
} catch (error) {
  if (!stopping.signal.aborted) console.error(error instanceof StartRefused ? error.message : error)
  process.exitCode = 1
}
