import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../../apps/server/src/platform/postgres/postmaster.ts'
import { startPostgres } from '../../../apps/server/src/platform/postgres/start-postgres.ts'

/** A launcher under test in its own process: its output, and how it ended. */
export type Launcher = {
  pid: number
  said: () => string
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => void
}

/** Usually a second or two; longer on a busy machine. */
const PATIENCE_MS = 100_000

const launched: ChildProcess[] = []
const folders: string[] = []

/** Starts the stand-in's (or the real) `start.ts` with only PATH of our environment. */
export function launch(env: Record<string, string>, script = 'stand-in/start.ts'): Launcher {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched.push(child)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { pid: child.pid ?? 0, said: () => said, ended, kill: (signal) => child.kill(signal) }
}

/** Waits until the launcher prints its address. */
export async function running(launcher: Launcher): Promise<void> {
  await until(() => {
    if (!isAlive(launcher.pid)) throw new Error(`the launcher ended: ${launcher.said()}`)
    return launcher.said().includes('Palpite is running')
  }, 'the launcher is ready')
}

export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const patience = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > patience) throw new Error(`waited in vain until ${what}`)
    await sleep(25)
  }
}

/** A folder of this test, accessible to the database's user. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-start-'))
  folders.push(folder)
  return join(folder, 'data')
}

/** Ends what a test left running, and removes its folders. */
export async function clear(): Promise<void> {
  for (const child of launched.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    const opened = existsSync(join(folder, 'data', 'logs')) // the database is opened just before
    if (opened) await removeDatabase(join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stops a data folder's database and removes it, also where it is elsewhere because we are root. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir })
  await postgres.stop()
  if (!postgres.host.startsWith(dataDir)) {
    rmSync(join(postgres.host, '..'), { recursive: true, force: true })
  }
}
