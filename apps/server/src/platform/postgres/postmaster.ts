import { rmSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

/** The content of postmaster.pid: the server that holds a data folder. */
export type Postmaster = { pid: number; port: number; socket: string; status: string }

/**
 * The running server of this data folder, if any. After a crash or a reboot the file can name a process that is gone
 * or, worse, an unrelated one; PostgreSQL would refuse to start beside the latter, so such a file is removed.
 */
export function livingPostmaster(data: string): Postmaster | undefined {
  const found = readPostmaster(data)
  if (!found) return undefined
  if (!isAlive(found.pid)) return undefined // PostgreSQL itself cleans this one, after checking for stray backends
  const command = commandOf(found.pid)
  if (command.includes('postgres') && command.includes(data)) return found
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return undefined
}

/** Line 8 is the status; "ready" means connections are served. A plain connect succeeds earlier and gets 57P03. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = readLines(join(data, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socket: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/** Whether a process with this id exists. One that we may not signal exists too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A dead child without a reaping parent (a container without an init process) still answers signal 0. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  const stat = readLines(`/proc/${pid}/stat`)[0] ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** The command line of a running process. After a reboot an id in a file can belong to another one. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return readLines(`/proc/${pid}/cmdline`).join('\n').replaceAll('\0', ' ')
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout
}

/** The lines of a file that may vanish at any moment; none if it does not exist. */
function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The server's log uses two files of about this size. */
export const LOG_MAX_BYTES = 5_000_000
const EVERY_MS = 250

type RotatedLog = { log: string; data: string; pid: number; maxBytes: number }

/**
 * Rotates the log of a running server: a full file becomes `.1`, and the server is asked to open a new one; until it
 * does, it continues in the old one, so that nothing is lost. PostgreSQL's own rotation by size limits each file and
 * not their number. Ends with the server.
 */
export function keepRotating({ log, data, pid, maxBytes }: RotatedLog): void {
  const timer = setInterval(() => {
    if (!isAlive(pid)) return clearInterval(timer)
    if (sizeOf(log) < maxBytes) return
    renameSync(log, `${log}.1`)
    askForAnother(data, pid)
  }, EVERY_MS).unref()
}

/** As `pg_ctl logrotate` does it, which is not in the npm package. */
function askForAnother(data: string, pid: number): void {
  writeFileSync(join(data, 'logrotate'), '')
  process.kill(pid, 'SIGUSR1')
}

/** Bytes of a file; zero if it does not exist. */
export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
