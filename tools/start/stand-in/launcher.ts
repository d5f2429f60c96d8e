import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../../apps/server/src/platform/postgres/postmaster.ts'
import { startPostgres } from '../../../apps/server/src/platform/postgres/start-postgres.ts'

/** A launcher under test, as a process of its own: what it said, and how it ended. */
export type Launcher = {
  pid: number
  said: () => string
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => void
}

/** What is waited for comes in a second or two; on a machine that is busy with other things it takes its time. */
const PATIENCE_MS = 100_000

const launched: ChildProcess[] = []
const folders: string[] = []

/** Starts `start.ts` of the stand-in (or the real one) with nothing of our own environment but PATH. */
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

/** Waits until the launcher says where to click. */
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

/** A folder of this test's own, open to the database's account. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-start-'))
  folders.push(folder)
  return join(folder, 'data')
}

/** Ends whatever a test left running, and removes its folders. */
export async function clear(): Promise<void> {
  for (const child of launched.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    const opened = existsSync(join(folder, 'data', 'logs')) // the database is opened just before
    if (opened) await removeDatabase(join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stops the database of a data folder and removes it, also where it lies elsewhere because we are root. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir })
  await postgres.stop()
  if (!postgres.host.startsWith(dataDir)) {
    rmSync(join(postgres.host, '..'), { recursive: true, force: true })
  }
}
