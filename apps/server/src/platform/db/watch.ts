import pg from 'pg'
import { Fault } from '../fault.ts'
import { isDiskFull } from './failures.ts'

/** What keeps a server from serving. */
export type DatabaseTrouble = 'database_silent' | 'database_unreachable' | 'disk_full'

export type DatabaseWatch = {
  /** What keeps the database from answering, as of a moment ago. */
  trouble: () => DatabaseTrouble | undefined
  /**
   * Resolves as the work does, or throws a fault once the database stops responding. The work itself goes on: a commit in
   * flight may have succeeded, so after the fault the outcome is unknown. Commands are idempotent: a retry with the same
   * `requestId` returns what was done.
   */
  whileResponsive: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => Promise<void>
}

type Options = {
  url: string
  /** The database counts as unresponsive after six tenths of this; the rest is left to answer the caller in time. */
  patienceMs: number
  onChange: (trouble: DatabaseTrouble | undefined) => void
}

const BEAT_MS = 50
const PAUSE_MS = 150
/** A connection that is there says nothing of whether another can be made: every few seconds it is made anew. */
const ANSWERS_A_CONNECTION = 25
/** A question of a machine that is gone is given up then, and another asked on a new connection. */
const GIVEN_UP_MS = 5_000

/**
 * Asks the database again and again, on a connection of its own, whether it answers. One that was frozen, or whose machine
 * is gone, ends no connection: without this every call would wait as long as it is away.
 */
export function watchDatabase({ url, patienceMs, onChange }: Options): DatabaseWatch {
  const silentMs = patienceMs * 0.6
  const waiting = new Set<(fault: Fault) => void>()
  let trouble: DatabaseTrouble | undefined
  let client: pg.Client | undefined
  let answers = 0
  let askedAt: number | undefined
  let nextAt = 0
  let beatAt = performance.now()

  const change = (to: DatabaseTrouble | undefined) => {
    if (trouble === to) return
    trouble = to
    onChange(to)
    if (to !== 'database_silent') return
    for (const reject of waiting) reject(silence())
    waiting.clear()
  }
  const drop = () => {
    client?.end().catch(() => {})
    client = undefined
    answers = 0
  }
  const ask = async () => {
    if (answers >= ANSWERS_A_CONNECTION) drop()
    if (!client) {
      client = clientOf(url, Math.max(GIVEN_UP_MS, patienceMs))
      await client.connect()
    }
    await client.query('select')
    answers += 1
  }
  const failed = (error: unknown) => {
    drop()
    // One that was given up tells nothing new: the database is as silent as before.
    if (isTimeout(error)) return
    // Without any room PostgreSQL refuses new connections (53100), and goes on reading on those that are open.
    change(isDiskFull(error) ? 'disk_full' : 'database_unreachable')
  }
  const beat = () => {
    const now = performance.now()
    const lateMs = now - beatAt - BEAT_MS
    beatAt = now
    if (askedAt === undefined) {
      if (now < nextAt) return
      askedAt = now
      void ask()
        .then(() => change(undefined), failed)
        .finally(() => {
          askedAt = undefined
          nextAt = performance.now() + PAUSE_MS
        })
      return
    }
    // Our own loop was held up: the answer may have lain there unread.
    if (lateMs > BEAT_MS) askedAt += lateMs
    if (now - askedAt > silentMs) change('database_silent')
  }
  const timer = setInterval(beat, BEAT_MS)

  return {
    trouble: () => trouble,
    whileResponsive: (work) =>
      trouble === 'database_silent'
        ? Promise.reject(silence())
        : new Promise((resolve, reject) => {
            waiting.add(reject)
            work()
              .then(resolve, reject)
              .finally(() => waiting.delete(reject))
          }),
    stop: async () => {
      clearInterval(timer)
      await client?.end().catch(() => {})
    },
  }
}

const silence = () => new Fault('the database keeps silent')

function clientOf(url: string, givenUpMs: number): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'palpite-watching',
    connectionTimeoutMillis: givenUpMs,
    query_timeout: givenUpMs,
  })
  client.on('error', () => {}) // the next question tells
  return client
}

const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)
