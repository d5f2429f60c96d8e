import { rmSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

/** What postmaster.pid says of the server that holds a data folder. */
export type Postmaster = { pid: number; port: number; socket: string; status: string }

/**
 * The server that holds this data folder now, if any lives.
 * After a crash or a reboot the file can name a process that is gone or, worse, one that is something else by
 * now; PostgreSQL would refuse to start beside the latter, so such a file is removed.
 */
export function livingPostmaster(data: string): Postmaster | undefined {
  const found = readPostmaster(data)
  if (!found) return undefined
  if (!isAlive(found.pid)) return undefined // PostgreSQL itself cleans this one, after looking for stray backends
  const command = commandOf(found.pid)
  if (command.includes('postgres') && command.includes(data)) return found
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return undefined
}

/**
 * Line 8 is the status; "ready" comes when connections are truly served. A mere connect succeeds earlier and is
 * answered with 57P03.
 */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = readLines(join(data, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socket: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/** Whether a process with this id lives. One that we may not signal lives too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A dead child of a careless parent (a container without an init process) still answers signal 0. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  const stat = readLines(`/proc/${pid}/stat`)[0] ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** The command line of a living process. After a reboot an id in a file can belong to something else. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return readLines(`/proc/${pid}/cmdline`).join('\n').replaceAll('\0', ' ')
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout
}

/** The lines of a file that may vanish at any moment; none when it is not there. */
function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The server's log takes two files of about this size. */
export const LOG_MAX_BYTES = 5_000_000
const EVERY_MS = 250

type Turned = { log: string; data: string; pid: number; maxBytes: number }

/**
 * Keeps the log of a running server small: once it is full it becomes the one before (`.1`), and the server is told to begin
 * another; until it does, it goes on in the old one, so that nothing is lost. PostgreSQL's own turning by size bounds each file
 * and not their number. Ends with the server.
 */
export function keepTurning({ log, data, pid, maxBytes }: Turned): void {
  const timer = setInterval(() => {
    if (!isAlive(pid)) return clearInterval(timer)
    if (sizeOf(log) < maxBytes) return
    renameSync(log, `${log}.1`)
    askForAnother(data, pid)
  }, EVERY_MS).unref()
}

/** As `pg_ctl logrotate` does it, which npm did not bring. */
function askForAnother(data: string, pid: number): void {
  writeFileSync(join(data, 'logrotate'), '')
  process.kill(pid, 'SIGUSR1')
}

/** Bytes of a file; none when it is not there. */
export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
