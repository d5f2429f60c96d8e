import { resolve } from 'node:path'
import { WEB_APPS } from './build-web.ts'
import { runApp } from './run-app.ts'
import { StartRefused } from './start-refused.ts'

/** `npm start`: the whole app on this machine, until stopped. */
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
process.once('disconnect', () => stopping.abort()) // the test that started us is gone
process.stdout.on('error', () => undefined) // a closed terminal is no reason to crash

const plan = {
  root: resolve(import.meta.dirname, '../..'),
  server: 'apps/server/src/main.ts',
  sandbox: 'apps/sandbox/src/main.ts',
  studio: 'apps/studio/src/main.ts',
  firstOperators: 'tools/operator/first-operators.ts',
  webApps: WEB_APPS,
}

try {
  await runApp({ plan, env: process.env, say: (line) => console.log(line), signal: stopping.signal })
} catch (error) {
  // A refusal is for the user; anything else is a bug and keeps its stack.
  console.error(error instanceof StartRefused ? error.message : error)
  process.exitCode = 1
} finally {
  if (process.connected) process.disconnect() // a listener on the channel would keep the process alive
}
