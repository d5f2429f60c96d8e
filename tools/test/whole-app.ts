import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

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
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await running(child)
  } catch (error) {
    await stop()
    throw error
  }
  const at = (offset: number) => `http://localhost:${port + offset}`
  return { url: at(0), sandboxUrl: at(1), backofficeUrl: at(4), dataDir, stop }
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
