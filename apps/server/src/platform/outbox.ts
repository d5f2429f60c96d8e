import type { Db, Tx } from './db/index.ts'
import {
  deleteReadEvents,
  insertEvents,
  insertReader,
  lockReader,
  moveReader,
  type OutboxRow,
  selectEvents,
} from './outbox-queries.ts'
import type { Log } from './log.ts'

/** A event's payload: plain data, with the ids of what it is about. */
export type Event = Record<string, unknown>

const wakers = new Set<() => void>()

/** Most events of one row: longer rows than fit into a page would be compressed, which costs more than they do. */
const EVENTS_A_ROW = 50

/** Transactions whose listeners are woken when they commit. */
const waking = new WeakSet<Tx>()

/**
 * Writes events in the transaction that makes them true: some rows for each list, in one statement. Listeners are
 * woken when they can see them.
 */
export async function writeEvents(tx: Tx, topic: string, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const rows: string[] = []
  for (let from = 0; from < events.length; from += EVENTS_A_ROW) {
    rows.push(JSON.stringify(events.slice(from, from + EVENTS_A_ROW)))
  }
  if (!waking.has(tx)) {
    waking.add(tx)
    tx.afterCommit(() => {
      for (const wake of wakers) setImmediate(wake)
    })
  }
  const topics = rows.map(() => topic)
  await insertEvents(tx, topics, rows)
}

/** What a listener does with the events of one row. Runs in the reader's transaction, at least once. */
export type Listen = (tx: Tx, topic: string, events: readonly Event[]) => Promise<void>

export type Listener = { stop: () => Promise<void> }

type Options = { db: Db; log: Log; name: string; topics: readonly string[]; listen: Listen; everyMs?: number }

const ROWS_AT_ONCE = 200

/**
 * The pause between two readings that were woken: under load one reading takes the events of many batches,
 * instead of a transaction for each; when it is quiet the first event is read at once.
 */
const REST_MS = 25

/**
 * Reads the outbox in the order of commits and hands each row over. One server at a time holds the reader's
 * row; its place moves in the same transaction as what the listener writes, so a database write happens once.
 */
export function listenToOutbox({ db, log, name, topics, listen, everyMs = 200 }: Options): Listener {
  let stopped = false
  let isKnown = false
  let running: Promise<void> | undefined
  let again = false
  let rest: NodeJS.Timeout | undefined

  const readAll = async () => {
    if (!isKnown) await insertReader(db, name)
    isKnown = true
    for (;;) {
      const read = await db.begin((tx) => readSome(tx, { name, topics, listen }))
      if (stopped || read < ROWS_AT_ONCE) return
    }
  }
  const wake = () => {
    if (stopped) return
    if (running || rest) {
      again = true
      return
    }
    running = readAll()
      .catch((error: unknown) => log.error({ err: error, reader: name }, 'a listener of the outbox failed'))
      .finally(() => {
        running = undefined
        if (!stopped) rest = setTimeout(rested, REST_MS)
      })
  }
  const rested = () => {
    rest = undefined
    if (!again) return
    again = false
    wake()
  }
  wakers.add(wake)
  const timer = setInterval(wake, everyMs) // events of other servers come without a wake-up
  wake()
  return {
    stop: async () => {
      stopped = true
      wakers.delete(wake)
      clearInterval(timer)
      clearTimeout(rest)
      await running
    },
  }
}

async function readSome(
  tx: Tx,
  { name, topics, listen }: Pick<Options, 'name' | 'topics' | 'listen'>,
): Promise<number> {
  const place = await lockReader(tx, name)
  if (!place) return 0 // another server reads
  const rows: OutboxRow[] = await selectEvents(tx, { place, topics, max: ROWS_AT_ONCE })
  for (const { topic, events } of rows)
    if (events !== null) await listen(tx, topic, JSON.parse(events) as Event[])
  const last = rows.at(-1)
  if (last) await moveReader(tx, name, last)
  return rows.length
}

/** Forgets events that every listener has read and that are older than a day. */
export const sweepOutbox = (db: Db): Promise<void> => deleteReadEvents(db)
