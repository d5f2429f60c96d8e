import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { freePort } from '../test/free-port.ts'
import { watchLog } from '../test/watched-logs.ts'

/** A durable PostgreSQL and a server, each of which can be killed without notice and restarted. */
export type KilledApp = {
  url: string
  databaseUrl: string
  /** The same database as its owner. */
  ownerUrl: string
  killServer: () => Promise<void>
  killPostgres: () => Promise<void>
  /** Kills the server for good. */
  stopServer: () => Promise<void>
  /** Starts another server over the same database, whose connections have this name; at this port, if given. */
  startAnother: (name: string, port?: number) => Promise<AnotherServer>
  /** Stops every process of PostgreSQL, or only the one that accepts connections; connections stay open. */
  freezePostgres: (which: 'all' | 'postmaster') => void
  /** Resumes them. */
  thawPostgres: () => void
  /** Restarts PostgreSQL if it has ended by itself, as `npm start` does. */
  revivePostgres: () => Promise<void>
  /** Settles when the server reports ready. */
  ready: () => Promise<void>
  close: () => Promise<void>
}

type AnotherServer = {
  url: string
  kill: () => Promise<void>
  /** Stops it, and settles once it has ended. */
  stop: () => Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const READY_MS = 300_000

type Options = {
  /** Additional configuration of the server. */
  env?: Record<string, string>
  /** The folder of the database and the server's log. */
  folder?: string
}

/** Starts both, in a new folder by default. */
export async function openKilledApp({ env = {}, folder = ownFolder() }: Options = {}): Promise<KilledApp> {
  let postgres = await startPostgres({ dataDir: folder })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () => startServer({ url: postgres.url, ownerUrl: postgres.ownerUrl, port, folder, env })
  let server = await start()
  const others: ChildProcess[] = []
  return {
    url,
    databaseUrl: postgres.url,
    ownerUrl: postgres.ownerUrl,
    killServer: async () => {
      await killed(server)
      server = await start()
    },
    killPostgres: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.gone
      postgres = await startPostgres({ dataDir: folder })
      await ready(url, server)
    },
    stopServer: () => killed(server),
    startAnother: async (name, at) => {
      const own = at ?? (await freePort())
      const named = `${postgres.url}${postgres.url.includes('?') ? '&' : '?'}application_name=${name}`
      const other = await startServer({ url: named, ownerUrl: postgres.ownerUrl, port: own, folder, env })
      others.push(other)
      return {
        url: `http://127.0.0.1:${own}`,
        kill: () => killed(other),
        stop: () => ended(other, 'SIGTERM'),
      }
    },
    freezePostgres: (which) => {
      for (const pid of which === 'all' ? familyOf(postgres.pid) : [postgres.pid])
        process.kill(pid, 'SIGSTOP')
    },
    thawPostgres: () => {
      // The main process last: it would reap processes that ended meanwhile as soon as it resumes.
      for (const pid of familyOf(postgres.pid).reverse()) process.kill(pid, 'SIGCONT')
    },
    revivePostgres: async () => {
      postgres = await startPostgres({ dataDir: folder }) // attaches to a running one
    },
    ready: () => ready(url, server),
    close: async () => {
      await Promise.all([server, ...others].map(killed))
      // Before the log is read: a log that is missing or too large must not leave the database running.
      await postgres.stop()
      try {
        watchLog(readFileSync(join(folder, 'server.log'), 'utf8'), 'the server that is killed')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-chaos-'))
  chmodSync(folder, 0o755) // for the database's account
  return folder
}

/** PostgreSQL and its processes, which have no children of their own. */
const familyOf = (pid: number): number[] =>
  [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)].filter(
    Boolean,
  )

type Start = { url: string; ownerUrl: string; port: number; folder: string; env: Record<string, string> }

/** Its log goes to a file beside the database, as with `npm start`. */
export async function startServer({ url, ownerUrl, port, folder, env }: Start): Promise<ChildProcess> {
  const log = openSync(join(folder, 'server.log'), 'a')
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PATIENCE_MS: '5000', // for a busy machine
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`, // where a bank sends its webhooks
      DATA_DIR: folder,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      ...env,
    },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  await ready(`http://127.0.0.1:${port}`, child)
  return child
}

/** Kills a process and waits until it has ended. */
export const killed = (server: ChildProcess): Promise<void> => ended(server, 'SIGKILL')

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolveGone) => server.once('exit', resolveGone))
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
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
