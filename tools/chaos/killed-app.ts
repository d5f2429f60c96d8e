import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Postgres, startPostgres } from '../../apps/server/src/platform/postgres/index.ts'
import { freePort } from '../test/free-port.ts'

/** A durable PostgreSQL and a server, each of which can be killed without a word and started again. */
export type KilledApp = {
  url: string
  databaseUrl: string
  killServer: () => Promise<void>
  killPostgres: () => Promise<void>
  close: () => Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const READY_MS = 60_000

export async function openKilledApp(): Promise<KilledApp> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-chaos-'))
  chmodSync(folder, 0o755)
  let postgres = await startPostgres({ dataDir: folder })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let server = await startServer(postgres, port, folder)
  return {
    url,
    databaseUrl: postgres.url,
    killServer: async () => {
      await killed(server)
      server = await startServer(postgres, port, folder)
    },
    killPostgres: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.gone
      postgres = await startPostgres({ dataDir: folder })
      await ready(url, server)
    },
    close: async () => {
      await killed(server)
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(postgres: Postgres, port: number, dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await ready(`http://127.0.0.1:${port}`, child)
  return child
}

async function killed(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolveGone) => server.once('exit', resolveGone))
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await gone
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS
  for (;;) {
    if (await answers(`${url}/readyz`)) return
    if (server.exitCode !== null) throw new Error('the server ended by itself')
    if (Date.now() > until) throw new Error('the server is not ready in time')
    await sleep(20)
  }
}

const answers = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
