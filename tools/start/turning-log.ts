import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** A log file that stays small however much is written to it. */
export type TurningLog = { write: (bytes: Buffer) => void }

/** A program's log takes two such files at most. */
const MAX_BYTES = 20_000_000
const NEWLINE = 10

/**
 * Opens a log that turns while it is written: once it is full it becomes the one before (`.1`), and an empty one goes on. It
 * turns between lines, at twice its bound within one, and loses nothing then. Written in step, so that a flood waits in its
 * program and not in memory here; what a full disk does not take is lost, and how much is said once there is room again.
 */
export function openTurningLog(file: string, maxBytes = MAX_BYTES): TurningLog {
  let descriptor = openSync(file, 'a', 0o600)
  let size = fstatSync(descriptor).size
  let isBetweenLines = true
  let lostBytes = 0

  const put = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length;) {
      const written = writeSync(descriptor, bytes, at)
      at += written
      size += written
    }
    isBetweenLines = bytes.at(-1) === NEWLINE
  }
  const turn = () => {
    // One that somebody took away is begun anew all the same.
    if (existsSync(file)) renameSync(file, `${file}.1`)
    const next = openSync(file, 'a', 0o600)
    closeSync(descriptor)
    descriptor = next
    size = 0
  }
  const take = (part: Buffer) => {
    try {
      if (size >= maxBytes * 2 || (size >= maxBytes && isBetweenLines)) turn()
      if (lostBytes > 0) {
        put(Buffer.from(`\n${lostBytes} bytes of this log were lost: they could not be written\n`))
        lostBytes = 0
      }
      put(part)
    } catch {
      lostBytes += part.length // told above; a log must not end what it tells of
    }
  }
  return {
    write: (bytes) => {
      const lineEnd = bytes.lastIndexOf(NEWLINE) + 1
      if (lineEnd > 0) take(bytes.subarray(0, lineEnd))
      if (lineEnd < bytes.length) take(bytes.subarray(lineEnd))
    },
  }
}
