import { write, writeSync } from 'node:fs'

export type LogOutput = {
  /** Takes a line and returns at once, whatever becomes of it. */
  write: (line: string) => void
  /** Settles when all that was taken is written, or after this time. */
  flush: (patienceMs: number) => Promise<void>
  /** What no write has begun with, for the last moment of a process; nothing while writes fail. */
  rest: () => Buffer | undefined
}

/** Writes bytes and tells how many went: `fs.write`, or another in tests. */
type WriteBytes = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void

type Options = {
  to: WriteBytes
  /** Called for each line that is lost. */
  onDrop: () => void
  /** Most that is kept in memory while it cannot be written. */
  maxBytes?: number
  retryMs?: number
}

/** Some thousand lines: the story of how an outage began, and nothing a server would feel. */
const MAX_BYTES = 1024 * 1024
const RETRY_MS = 500
/** A pipe that is full for a moment. */
const BUSY_MS = 20

/**
 * Where log lines go: written beside the program, one write at a time, so that a disk that is full or a reader that has
 * stopped never holds up a request. What cannot be written waits, within bounds; past them newer lines are lost and
 * counted, and a line says so once there is room again. pino's own destination retries for ever, and on a fatal line
 * in the main thread.
 */
export function openLogOutput(options: Options): LogOutput {
  const { to, onDrop, maxBytes = MAX_BYTES, retryMs = RETRY_MS } = options
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let underWay: Buffer | undefined
  let dropped = 0
  let isFailing = false
  let emptied: (() => void)[] = []

  const take = (line: string) => {
    const bytes = Buffer.from(line)
    waiting.push(bytes)
    waitingBytes += bytes.length
  }
  const next = () => {
    if (underWay) return
    if (dropped > 0 && waitingBytes < maxBytes / 2) {
      take(droppedLine(dropped))
      dropped = 0
    }
    if (waiting.length === 0) {
      for (const done of emptied) done()
      emptied = []
      return
    }
    const bytes = Buffer.concat(waiting)
    waiting = []
    send(bytes)
  }
  const send = (bytes: Buffer) => {
    underWay = bytes
    to(bytes, (error, written) => {
      const left = error ? bytes : bytes.subarray(written)
      waitingBytes -= bytes.length - left.length
      underWay = left
      isFailing = error !== null
      if (error) setTimeout(() => send(left), isBusy(error) ? BUSY_MS : retryMs).unref()
      else if (left.length > 0) send(left)
      else {
        underWay = undefined
        next()
      }
    })
  }
  return {
    write: (line) => {
      if (waitingBytes >= maxBytes) {
        dropped += 1
        onDrop()
        return
      }
      take(line)
      next()
    },
    flush: (patienceMs) =>
      new Promise((resolve) => {
        if (!underWay) return resolve()
        emptied.push(resolve)
        setTimeout(resolve, patienceMs).unref()
      }),
    rest: () => (isFailing ? undefined : Buffer.concat(waiting)),
  }
}

/** Standard output. What is still in memory when the process ends is written then, unless writing has failed. */
export function standardOutput(onDrop: () => void): LogOutput {
  const to: WriteBytes = (bytes, done) => write(STANDARD_OUTPUT, bytes, done)
  const output = openLogOutput({ to, onDrop })
  if (standardOutputs.length === 0) process.once('exit', writeRests)
  standardOutputs.push(output)
  return output
}

const STANDARD_OUTPUT = 1

/** All of this process, which one listener waits for: a server opens one, tests that share a process open many. */
const standardOutputs: LogOutput[] = []

const writeRests = () => {
  for (const output of standardOutputs) {
    const rest = output.rest()
    if (rest?.length) writeSync(STANDARD_OUTPUT, rest)
  }
}

const isBusy = (error: Error) => 'code' in error && error.code === 'EAGAIN'

const droppedLine = (lines: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'log lines were lost' })}\n`
