import { type Db, isFault } from './db/index.ts'
import type { EventHandler } from './events.ts'
import {
  insertParked,
  lockReader,
  moveReader,
  type OutboxRow,
  selectParked,
  takeParked,
  waitForReader,
} from './outbox-queries.ts'

/** A row that fails alone is tried so often before it is parked. */
const TRIES = 5

/** Most rows a reader parks. If more fail, the code is faulty, not the rows: the reader stops until it is repaired. */
const MAX_PARKED = 20

const RETRY_EVERY_MS = 60_000

/** Reports a parked row with its ids. */
export type ReportParked = (ids: Readonly<Record<string, unknown>>, error: unknown) => void

type ParkingReader = {
  name: string
  handlers: ReadonlyMap<string, EventHandler>
  /** Topics of which no row is parked: the reader stops at it. */
  inOrder: ReadonlySet<string>
  report: ReportParked
}

export type Parking = {
  /** How many rows to read for the next attempt, of at most this many. */
  most: (max: number) => number
  /** Handles these rows; finds the one that fails, and parks it. Returns the new position. */
  guard: (rows: readonly OutboxRow[], hand: () => Promise<number | undefined>) => Promise<number | undefined>
  /** Whether the parked rows are due to be tried again. */
  isDue: () => boolean
  retry: () => Promise<void>
}

/**
 * Lets a reader of the outbox go on behind a row that always fails. Rows that fail together are tried half as many,
 * until the failing one is alone; after some tries it is kept in a table of its own, in the transaction that moves the
 * position, and reported. Parked rows are tried every minute, and reported again as long as they fail. So events come
 * out of their order; topics that need it are never parked. If the database cannot be reached, nothing is
 * parked.
 */
export function openParking(db: Db, { name, handlers, inOrder, report }: ParkingReader): Parking {
  const topics = [...handlers.keys()]
  let limit = Infinity
  let alone = { id: 0, failures: 0 }
  let retriedAt = -Infinity

  const park = (row: OutboxRow, error: unknown) =>
    db.begin(async (tx) => {
      const place = await lockReader(tx, name)
      if (place === undefined || place >= row.id) return false
      const parked = await insertParked(tx, { reader: name, id: row.id, max: MAX_PARKED })
      if (parked.length === 0) return false
      await moveReader(tx, name, row.id)
      tx.afterCommit(() => report({ row: row.id, topic: row.topic }, error))
      return true
    })

  const retryRow = ({ id, topic }: OutboxRow) =>
    db.begin(async (tx) => {
      await waitForReader(tx, name)
      const [row] = await takeParked(tx, name, id) // empty if another server handled it
      if (row) await handlers.get(topic)?.handle(tx, JSON.parse(row.events) as object[])
    })

  return {
    most: (max) => Math.min(limit, max),
    guard: async (rows, hand) => {
      try {
        const at = await hand()
        limit *= 2
        return at
      } catch (error) {
        const [first] = rows
        if (isFault(error) || !first) throw error
        limit = Math.ceil(rows.length / 2)
        if (rows.length > 1 || inOrder.has(first.topic)) throw error
        alone = { id: first.id, failures: alone.id === first.id ? alone.failures + 1 : 1 }
        if (alone.failures < TRIES || !(await park(first, error))) throw error
        return first.id
      }
    },
    isDue: () => performance.now() - retriedAt > RETRY_EVERY_MS,
    retry: async () => {
      retriedAt = performance.now()
      for (const row of await selectParked(db, name, topics)) {
        try {
          await retryRow(row)
        } catch (error) {
          if (isFault(error)) throw error
          report({ row: row.id, topic: row.topic }, error)
        }
      }
    },
  }
}
