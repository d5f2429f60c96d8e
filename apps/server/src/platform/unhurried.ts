import { setTimeout as sleep } from 'node:timers/promises'
import { isFault, type Sql } from './db/index.ts'

/** It rests for twice as long as it worked: a third of the time is its, two thirds are left to calls. */
const REST = 2
/** A longer rest helps nobody who waits for a page of rows. */
const MAX_REST_MS = 500
/** A database that fails over is back within half a minute: until then a statement is repeated every second. */
const FAULT_WAIT_MS = 1000
const ATTEMPTS = 30
/** A statement that ran into its own timeout would do so again: after so long a failure is told. */
const FAULT_PATIENCE_MS = 60_000

/** Says to what reads that nobody waits for it any more. */
class Stopped extends Error {}

/** Long readings that rest again and again, and end early where the server stops. */
export type Unhurried = {
  /** What the reading answers; nothing where it was stopped before it was through. */
  read: <T>(reading: (sql: Sql) => Promise<T>) => Promise<T | undefined>
  stop: () => void
}

type Options = {
  /** A reading that others wait for: it does not queue behind the ordinary readings, which pause while it runs. */
  isUrgent?: boolean
  /** How many times as long as it worked the reading rests. */
  rest?: () => number
  /** Tests replace the timer. */
  wait?: (ms: number) => Promise<unknown>
}

/** The last reading of each queue. One reading works at a time in this process: together they would leave less to calls. */
const last: Record<'urgent' | 'ordinary', Promise<unknown>> = {
  urgent: Promise.resolve(),
  ordinary: Promise.resolve(),
}

/**
 * Lets a reading of all the past share the process and its database with calls. After each statement it rests, by what it worked
 * since the last rest, with the rows as with the database: a reading is as gentle as its pages are small. A statement that meets
 * a fault of the database is repeated, so that the reading does not start again from the first row: statements must only read.
 */
export function openUnhurried(
  db: Sql,
  { isUrgent = false, rest = () => REST, wait = sleep }: Options = {},
): Unhurried {
  let isStopped = false
  const ask = async (statement: Parameters<Sql>): Promise<readonly object[]> => {
    const givesUpAt = performance.now() + FAULT_PATIENCE_MS
    for (let attempt = 1; ; attempt += 1) {
      if (!isUrgent) await last.urgent
      if (isStopped) throw new Stopped()
      try {
        return await db(...statement)
      } catch (error) {
        if (!isFault(error) || attempt >= ATTEMPTS || performance.now() >= givesUpAt) throw error
      }
      await wait(FAULT_WAIT_MS)
    }
  }
  const unhurried = (): Sql => {
    let restedAt = performance.now()
    const tag = async (...statement: Parameters<Sql>) => {
      const rows = await ask(statement)
      await wait(Math.min(rest() * (performance.now() - restedAt), MAX_REST_MS))
      restedAt = performance.now()
      return rows as never
    }
    return Object.assign(tag, { database: db.database })
  }
  const queue = isUrgent ? 'urgent' : 'ordinary'
  return {
    read: (reading) => {
      const answer = last[queue]
        .then(() => reading(unhurried()))
        .catch((error: unknown) => {
          if (error instanceof Stopped) return undefined
          throw error
        })
      last[queue] = answer.catch(() => {}) // told to whoever asked
      return answer
    },
    stop: () => {
      isStopped = true
    },
  }
}
