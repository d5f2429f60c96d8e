import { resolve } from 'node:path'
import { runApp } from '../run-app.ts'
import { StartRefused } from '../start-refused.ts'

// The launcher as in ../start.ts, with stand-in programs.
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())

const program = 'tools/start/stand-in/program.ts'
const plan = {
  root: resolve(import.meta.dirname, '../../..'),
  server: program,
  sandbox: program,
  webApps: [],
}

try {
  await runApp({ plan, env: process.env, say: (line) => console.log(line), signal: stopping.signal })
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error)
  process.exitCode = 1
}
