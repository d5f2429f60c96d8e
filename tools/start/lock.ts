import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, isAlive } from '../../apps/server/src/platform/postgres/index.ts'
import { StartRefused } from './start-refused.ts'

/** `leftBehind` is true when the launcher before this one was killed: its children may still be leaving. */
export type Lock = { leftBehind: boolean; release: () => void }

type Holder = { pid: number; port: number }

/** Claims the data folder for this process, or says who holds it. */
export function takeLock(dataDir: string, port: number): Lock {
  const file = join(dataDir, 'running.json')
  const before = readHolder(file)
  if (before && isLauncher(before.pid)) throw alreadyRunning(dataDir, before)
  rmSync(file, { force: true })
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, port } satisfies Holder), { flag: 'wx' })
  } catch (error) {
    const winner = readHolder(file) // two starts at the same moment: the file system decided
    throw winner ? alreadyRunning(dataDir, winner) : error
  }
  return {
    leftBehind: before !== undefined,
    release: () => {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}

const alreadyRunning = (dataDir: string, { pid, port }: Holder) =>
  new StartRefused(
    `Palpite is already running on ${dataDir}: http://localhost:${port} (process ${pid}). Stop that one first, or give this one another DATA_DIR and PORT.`,
  )

/** The id alone proves little: after a reboot it can belong to any program. */
const isLauncher = (pid: number) =>
  pid !== process.pid && isAlive(pid) && /\bstart\/(stand-in\/)?start\.ts\b/.test(commandOf(pid))

function readHolder(file: string): Holder | undefined {
  try {
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!said || typeof said !== 'object' || !('pid' in said) || !('port' in said)) return undefined
    return { pid: Number(said.pid), port: Number(said.port) }
  } catch {
    return undefined // absent, or cut off by a crash: nobody holds it
  }
}
