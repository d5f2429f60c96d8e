import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** A log file of bounded size. */
export type TurningLog = { write: (bytes: Buffer) => void }

/** A program's log uses at most two such files. */
const MAX_BYTES = 20_000_000
const NEWLINE = 10

/**
 * Opens a rotating log: a full file becomes `.1`, and an empty one continues. It rotates between lines, at twice its
 * bound within one, without losing anything. Written synchronously, so a flood waits in its program, not in memory
 * here; what a full disk rejects is lost, and the amount is logged later.
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
    // A removed file is recreated.
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
      lostBytes += part.length // reported above; a log must not end what it logs
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
