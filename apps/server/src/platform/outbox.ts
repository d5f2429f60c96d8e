import type { Db, Tx } from './db/index.ts'
import type { EventTopic } from './events.ts'
import { dropDays, insertEvents, makeDays } from './outbox-queries.ts'
import { openReading, type ReaderOptions, type Reading } from './outbox-reading.ts'

/** The outbox readings of this process: one for each database. */
const readings = new Map<Db, Reading>()

/** The topics a transaction has written; its readers are woken at the commit. */
const written = new WeakMap<Tx, Set<string>>()

/**
 * Maximum events per row: rows longer than a page would be compressed, which costs more than they do. One row per
 * player of a list took three to eight times as long to write, and twice as long to read.
 */
const EVENTS_A_ROW = 50

/**
 * Writes events in the transaction of their cause, a list in one statement. Call it with the command's other writes,
 * once its locks are held: of two changes of one thing the later then has the later event. Readers are woken once the
 * events are visible.
 */
export async function writeEvents<E extends object>(
  tx: Tx,
  { topic }: EventTopic<E>,
  events: readonly NoInfer<E>[],
): Promise<void> {
  if (events.length === 0) return
  wakeAfter(tx, topic)
  const rows: E[][] = []
  for (let from = 0; from < events.length; from += EVENTS_A_ROW) {
    rows.push(events.slice(from, from + EVENTS_A_ROW))
  }
  await insertEvents(tx, {
    playerIds: rows.map(playerOf),
    topics: rows.map(() => topic),
    events: rows.map((row) => JSON.stringify(row)),
  })
}

function wakeAfter(tx: Tx, topic: string): void {
  const topics = written.get(tx)
  if (topics) {
    topics.add(topic)
    return
  }
  const own = new Set([topic])
  written.set(tx, own)
  tx.afterCommit(() => {
    for (const reading of readings.values()) {
      if (reading.reads(own)) setImmediate(reading.wake)
    }
  })
}

/** The player of these events; 0 if they belong to none or several. */
function playerOf(events: readonly { playerId?: unknown }[]): number {
  const playerId = events[0]?.playerId
  const isTheirs = events.every((event) => event.playerId === playerId)
  return isTheirs && typeof playerId === 'number' ? playerId : 0
}

export type Listener = { stop: () => Promise<void> }

/**
 * Reads the outbox and passes the events of each topic to its handler, in the order written. A reader has its own
 * position and transactions, and none waits for another's handlers; rows are read once per process. One server at a
 * time holds the reader's row; the position moves in the handlers' transaction, so their writes to the database
 * happen once.
 */
export function listenToOutbox({ db, ...options }: ReaderOptions & { db: Db }): Listener {
  const reading = readings.get(db) ?? openReading(db)
  readings.set(db, reading)
  const reader = reading.add(options)
  return {
    stop: async () => {
      const isLast = reading.leave(reader)
      if (isLast) readings.delete(db)
      await reader.running
      if (isLast) await reading.stop()
    },
  }
}

/** Days created ahead: a weekend without the job still has its partitions. */
const DAYS_AHEAD = 3

/** Creates the outbox's partitions for the coming days, and drops those before yesterday that every reader has passed. */
export async function rotateOutboxPartitions(db: Db): Promise<void> {
  await db.begin((tx) => makeDays(tx, DAYS_AHEAD))
  await db.begin((tx) => dropDays(tx))
}
