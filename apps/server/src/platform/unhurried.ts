import { setTimeout as sleep } from 'node:timers/promises'
import { isFault, type Sql } from './db/index.ts'

/** It rests twice as long as it worked, which leaves two thirds of the time to calls. */
const REST = 2
/** Longer rests would not help calls. */
const MAX_REST_MS = 500
/** A fail-over takes up to half a minute: meanwhile the statement is repeated every second. */
const FAULT_WAIT_MS = 1000
const ATTEMPTS = 30
/** A statement that ran into its timeout would do so again: after this long the failure is reported. */
const FAULT_PATIENCE_MS = 60_000

/** Ends a reading whose server stops. */
class Stopped extends Error {}

/** Long readings that rest between statements and end when the server stops. */
export type Unhurried = {
  /** The result of the reading; undefined if it was stopped early. */
  read: <T>(reading: (sql: Sql) => Promise<T>) => Promise<T | undefined>
  stop: () => void
}

type Options = {
  /** It does not queue behind ordinary readings; they pause while it runs. */
  isUrgent?: boolean
  /** The ratio of rest to work. */
  rest?: () => number
  /** Tests replace the timer. */
  wait?: (ms: number) => Promise<unknown>
}

/** The last reading of each queue. Only one works at a time in a process, to leave time for calls. */
const last: Record<'urgent' | 'ordinary', Promise<unknown>> = {
  urgent: Promise.resolve(),
  ordinary: Promise.resolve(),
}

/**
 * Lets a reading of the whole history share process and database with calls. After each statement it rests in proportion to the
 * time since the last rest, including work on the rows, so small pages make it gentle. After a database fault the statement is
 * repeated, so that the reading need not start over: statements must only read.
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
      last[queue] = answer.catch(() => {}) // the caller gets the error
      return answer
    },
    stop: () => {
      isStopped = true
    },
  }
}
