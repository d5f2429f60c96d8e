import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf, isAlive } from '../../apps/server/src/platform/postgres/postmaster.ts'
import { StartRefused } from './start-refused.ts'

/** `leftBehind` is true if the previous launcher was killed: its children may still be leaving. */
export type Lock = { leftBehind: boolean; release: () => void }

type Holder = { pid: number; port: number }

/**
 * Claims the data folder for this process, or says who holds it. The claim is an abstract socket name in the kernel,
 * held by one process and released however it ends; the file beside it only tells who that is. A file alone cannot be
 * taken over safely: deleting a stale one may delete another start's new one.
 */
export async function acquireLock(dataDir: string, port: number): Promise<Lock> {
  const file = join(dataDir, 'running.json')
  const claim = await claimFolder(dataDir)
  if (claim === 'taken') throw alreadyRunning(dataDir, await newHolder(file))
  const before = readHolder(file)
  // A launcher in another network namespace is invisible here, but its process may not be.
  if (before && isLauncher(before.pid)) {
    claim?.close()
    throw alreadyRunning(dataDir, before)
  }
  writeFileSync(file, JSON.stringify({ pid: process.pid, port } satisfies Holder))
  return {
    leftBehind: before !== undefined,
    release: () => {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true })
      claim?.close()
    },
  }
}

/** Names with this prefix are abstract sockets without a file; Linux only. */
const ABSTRACT = '\0'

/** The folder's socket name, the same for whatever path. */
const claimFolder = (dataDir: string): Promise<Server | 'taken' | undefined> => {
  if (process.platform !== 'linux') return Promise.resolve(undefined)
  const { dev, ino } = statSync(dataDir, { bigint: true })
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve('taken') : reject(error),
    )
    server.listen(`${ABSTRACT}palpite-${dev}-${ino}`, () => resolve(server))
  })
}

const ATTEMPTS = 40
const RETRY_MS = 25

/** The folder's holder. The file may be older until the holder has written its own. */
async function newHolder(file: string): Promise<Holder | undefined> {
  for (let look = 0; look < ATTEMPTS; look += 1) {
    const holder = readHolder(file)
    if (holder && isAlive(holder.pid)) return holder
    await sleep(RETRY_MS)
  }
  return undefined
}

const alreadyRunning = (dataDir: string, holder: Holder | undefined) => {
  const where = holder ? `: http://localhost:${holder.port} (process ${holder.pid})` : ''
  return new StartRefused(
    `Palpite is already running on ${dataDir}${where}. Stop that one first, or give this one another DATA_DIR and PORT.`,
  )
}

/** A pid alone proves little: after a reboot it may be any program. */
const isLauncher = (pid: number) =>
  pid !== process.pid && isAlive(pid) && /\bstart\/(stand-in\/)?start\.ts\b/.test(commandOf(pid))

function readHolder(file: string): Holder | undefined {
  try {
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!said || typeof said !== 'object' || !('pid' in said) || !('port' in said)) return undefined
    return { pid: Number(said.pid), port: Number(said.port) }
  } catch {
    return undefined // missing, or truncated by a crash: nobody holds it
  }
}
