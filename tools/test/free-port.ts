import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../apps/server/src/platform/postgres/postmaster.ts'

/** Server, sandbox, its mail, studio and back office: what `npm start` takes in a row. */
const PORTS_OF_AN_APP = 5
/**
 * Below the ports that systems give to connections (32768 on Linux, 49152 elsewhere): what is free when it is looked at
 * must still be free when a process that was started in between listens.
 */
const [MIN, MAX] = [12_000, 32_000]

/**
 * Five ports in a row that are free now, for a whole app; answers the first. They are this process's own until it ends:
 * an app begins to listen seconds after its ports were found, and other tests look for theirs meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const first = MIN + PORTS_OF_AN_APP * randomInt((MAX - MIN) / PORTS_OF_AN_APP)
    if (!reserve(first)) continue
    const ports = Array.from({ length: PORTS_OF_AN_APP }, (_, at) => first + at)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}

const folder = join(tmpdir(), `palpite-ports-${process.getuid?.() ?? 0}`)
const reserved: string[] = []

/** Marks the five ports from `first` on as this process's own, unless they are another's. Rows never overlap. */
export function reserve(first: number): boolean {
  const mark = join(folder, String(first))
  if (reserved.length === 0) {
    mkdirSync(folder, { recursive: true })
    process.once('exit', () => reserved.forEach((own) => rmSync(own, { force: true })))
  }
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' })
  } catch {
    if (!isAlive(ownerOf(mark))) rmSync(mark, { force: true }) // left by a killed process: free the next time
    return false
  }
  reserved.push(mark)
  return true
}

function ownerOf(mark: string): number {
  try {
    return Number(readFileSync(mark, 'utf8')) || process.pid // empty: it is being written
  } catch {
    return process.pid // its owner has just given it up
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
