import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './db/index.ts'

/** It rests for twice as long as it worked: a third of the time is its, two thirds are left to calls. */
const REST = 2
/** A longer rest helps nobody who waits for a page of rows. */
const MAX_REST_MS = 500

/** Says to what reads that nobody waits for it any more. */
class Stopped extends Error {}

/** Long readings that rest again and again, and end early where the server stops. */
export type Unhurried = {
  /** What the reading answers; nothing where it was stopped before it was through. */
  read: <T>(reading: (sql: Sql) => Promise<T>) => Promise<T | undefined>
  stop: () => void
}

/** One at a time in this process: together they would take what each leaves to calls. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Lets a reading of all the past share the process and its database with calls. After each statement it rests, by what it worked
 * since the last rest, with the rows as with the database: a reading is as gentle as its pages are small.
 */
export function openUnhurried(db: Sql): Unhurried {
  let isStopped = false
  const unhurried = (): Sql => {
    let restedAt = performance.now()
    const tag = async (...[text, ...values]: Parameters<Sql>) => {
      if (isStopped) throw new Stopped()
      const rows = await db(text, ...values)
      await sleep(Math.min(REST * (performance.now() - restedAt), MAX_REST_MS))
      restedAt = performance.now()
      return rows as never
    }
    return Object.assign(tag, { database: db.database })
  }
  return {
    read: (reading) => {
      const answer = turn
        .then(() => reading(unhurried()))
        .catch((error: unknown) => {
          if (error instanceof Stopped) return undefined
          throw error
        })
      turn = answer.catch(() => {}) // told to whoever asked
      return answer
    },
    stop: () => {
      isStopped = true
    },
  }
}
