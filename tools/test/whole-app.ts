import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { thenStop } from './then-stop.ts'
import { failForSecrets, watchLog } from './watched-logs.ts'

/** The whole app, started by the same command as a newcomer's, on data and ports of its own. */
export type WholeApp = {
  url: string
  sandboxUrl: string
  backofficeUrl: string
  dataDir: string
  stop: () => Promise<void>
}

const START_TIMEOUT_MS = 240_000 // three apps may start at once on a machine that is busy already

/** What the caller's own environment might name must not be touched by a test. */
const OWN_WORLD = {
  NODE_ENV: 'development',
  DATABASE_URL: '',
  REDIS_URL: '',
  PIX_URL: '',
  PUBLIC_URL: '',
  HOST: '',
  PATIENCE_MS: '20000', // of a busy machine
}

/**
 * Starts the app and waits until it says where to click. `env` changes its configuration; a DATA_DIR named there is the
 * caller's, and stays.
 */
export async function openWholeApp(env: Record<string, string> = {}): Promise<WholeApp> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-app-'))
  chmodSync(folder, 0o755) // the database's account walks through
  const dataDir = env['DATA_DIR'] ?? join(folder, 'data')
  const port = await freePort()
  const root = resolve(import.meta.dirname, '../..')
  const child = spawn(process.execPath, [join(root, 'tools/start/start.ts')], {
    cwd: root,
    env: { ...process.env, ...OWN_WORLD, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the app stops when this process is gone
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    try {
      watchLogFiles(join(dataDir, 'logs'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    failForSecrets()
  }
  await running(child).catch((error: unknown) => thenStop({ stop }, () => Promise.reject(error)))
  const at = (offset: number) => `http://localhost:${port + offset}`
  return { url: at(0), sandboxUrl: at(1), backofficeUrl: at(4), dataDir, stop }
}

/** Where a run keeps the data that `openPreparedApp` copies. */
const PREPARED_DATA = 'PALPITE_PREPARED_DATA'

/**
 * Starts the app once and stops it, so that its data can be copied, in this process and its children: seeding a world
 * takes longer than all else of a start. Returns how to remove the data.
 */
export async function prepareData(): Promise<() => void> {
  const { folder, remove } = openFolder('palpite-prepared-')
  const dataDir = join(folder, 'data')
  try {
    const { stop } = await openWholeApp({ DATA_DIR: dataDir })
    await stop()
  } catch (error) {
    remove()
    throw error
  }
  process.env[PREPARED_DATA] = dataDir
  return remove
}

/** The whole app on a copy of the prepared data, as it would start after a stop; on an empty folder without them. */
export async function openPreparedApp(env: Record<string, string> = {}): Promise<WholeApp> {
  const prepared = process.env[PREPARED_DATA]
  if (!prepared) return openWholeApp(env)
  const { folder, remove } = openFolder('palpite-app-')
  const dataDir = join(folder, 'data')
  try {
    execFileSync('cp', ['-a', prepared, dataDir]) // the database's files stay those of its account
    const app = await openWholeApp({ ...env, DATA_DIR: dataDir })
    return { ...app, stop: () => app.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

function openFolder(prefix: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755) // the database's account walks through
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Our own programs: the sandbox stands for outside systems, and may log anything. */
const WATCHED = /^(?:server|studio)\.log/

function watchLogFiles(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => WATCHED.test(name)) : []
  for (const name of names) watchLog(readFileSync(join(folder, name), 'utf8'), `the whole app, in ${name},`)
}

async function running(child: ChildProcess): Promise<void> {
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const until = Date.now() + START_TIMEOUT_MS
  while (!said.includes('Palpite is running')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the app did not start:\n${said}`)
    if (Date.now() > until) throw new Error(`the app did not start in time:\n${said}`)
    await sleep(50)
  }
}
