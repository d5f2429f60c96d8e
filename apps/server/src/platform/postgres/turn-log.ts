import { renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './process.ts'

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

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
