import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, isAlive, readLines } from './process.ts'

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
