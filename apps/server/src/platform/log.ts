import pino from 'pino'
import type { Config } from './config.ts'
import { type IdKind, publicIds } from './public-ids.ts'
import { write, writeSync } from 'node:fs'

export type Log = pino.Logger

const STRUCK_OUT = '[struck out]'

/**
 * Structured logs, on standard output by default. Redacts secrets, tokens and tax ids by field name; code never puts
 * them into the text. With the configuration, players and bets appear by their public ids, as support and operators
 * know them: logs are copied to places that must not be able to count our players.
 */
export const openLog = (
  level: string,
  to: pino.DestinationStream = standardOutput(() => {}),
  config?: Pick<Config, 'PUBLIC_ID_SECRET'>,
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: shownError,
        ...(config && { playerId: shown(config, 'player'), betId: shown(config, 'bet') }),
      },
      redact: {
        paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)],
        censor: STRUCK_OUT,
      },
    },
    to,
  )

const shown =
  (config: Pick<Config, 'PUBLIC_ID_SECRET'>, kind: IdKind) =>
  (id: unknown): unknown =>
    typeof id === 'number' ? publicIds(config, kind).show(id) : id

/** Fields of an error that say where it failed. Others contain data: PostgreSQL's `detail` is a whole row. */
const WHERE_FIELDS = [
  'code',
  'syscall',
  'severity',
  'table',
  'column',
  'constraint',
  'routine',
  'status',
] as const

function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutPersons(error) : error
  const fields = error as Error & Partial<Record<(typeof WHERE_FIELDS)[number], unknown>>
  const known = WHERE_FIELDS.filter((name) => fields[name] !== undefined)
  return {
    type: error.constructor.name,
    message: withoutPersons(error.message),
    stack: withoutPersons(error.stack ?? ''),
    ...Object.fromEntries(known.map((name) => [name, fields[name]])),
    ...(error.cause === undefined ? {} : { cause: shownError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(shownError) } : {}),
  }
}

/** Removes e-mails and CPFs that others (a mail server, the database) put into their messages. */
const withoutPersons = (text: string): string =>
  text
    .replace(/[^\s<>"'(),:/]+@[^\s<>"'(),:/]+\.[^\s<>"'(),:/]+/g, STRUCK_OUT)
    .replace(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g, STRUCK_OUT)

const SECRET_FIELDS = [
  'authorization',
  'token',
  'access_token',
  'pwd',
  'pwd1',
  'nPwd',
  'oPwd',
  'chkId',
  'captCode',
  'cpf',
  'cnpj',
  'cardNo',
  'payCardNo',
  'secret',
  'serverSeed',
]

type LogOutput = {
  /** Accepts a line and returns at once, whatever happens to it. */
  write: (line: string) => void
  /** Settles when all accepted lines are written, or after this time. */
  flush: (patienceMs: number) => Promise<void>
  /** Bytes no write has started with, for the end of the process; undefined while writes fail. */
  rest: () => Buffer | undefined
}

/** Writes bytes and reports how many were written: `fs.write`, or another in tests. */
type WriteBytes = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void

type Options = {
  to: WriteBytes
  /** Called for each lost line. */
  onDrop: () => void
  /** The maximum buffered while it cannot be written. */
  maxBytes?: number
  retryMs?: number
}

/** Some thousand lines: enough to show how an outage began, and negligible memory. */
const MAX_BYTES = 1024 * 1024
const RETRY_MS = 500
/** Retry delay for a full pipe. */
const BUSY_MS = 20

/**
 * The log's destination: written asynchronously, one write at a time, so that a full disk or a stopped reader never
 * blocks a request. Unwritten lines wait, up to a limit; beyond it newer lines are lost and counted, and a line
 * reports the loss once there is room. pino's own destination retries for ever, and on a fatal line in the main
 * thread.
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

/** Standard output. What is still buffered at process exit is written then, unless writing has failed. */
export function standardOutput(onDrop: () => void): LogOutput {
  const to: WriteBytes = (bytes, done) => write(STANDARD_OUTPUT, bytes, done)
  const output = openLogOutput({ to, onDrop })
  if (standardOutputs.length === 0) process.once('exit', writeRests)
  standardOutputs.push(output)
  return output
}

const STANDARD_OUTPUT = 1

/** All outputs of this process, with one shared exit listener: a server opens one, tests in a process many. */
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

/** Reports an event that outsiders can cause as often as they like. */
type RepeatAggregator<T> = (what: T) => void

/**
 * Reports the first event at once. Those within the next `everyMs` are reported together at its end: the last of
 * them, with their number in `times`.
 */
export function aggregateRepeats<T>(
  everyMs: number,
  report: (what: T, times: number) => void,
): RepeatAggregator<T> {
  let waiting: { last: T; times: number } | undefined
  let isQuiet = true
  const turn = () => {
    const reported = waiting
    waiting = undefined
    isQuiet = reported === undefined
    if (!reported) return
    report(reported.last, reported.times)
    setTimeout(turn, everyMs).unref()
  }
  return (what) => {
    if (!isQuiet) {
      waiting = { last: what, times: (waiting?.times ?? 0) + 1 }
      return
    }
    isQuiet = false
    report(what, 1)
    setTimeout(turn, everyMs).unref()
  }
}

/** Passes the first of many similar log lines, then one per period with the number left out. */
export function rateLimitedLog(everyMs: number): (report: (leftOut: number) => void) => void {
  let nextAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (report) => {
    const now = performance.now()
    if (now < nextAt) {
      leftOut += 1
      return
    }
    nextAt = now + everyMs
    report(leftOut)
    leftOut = 0
  }
}
