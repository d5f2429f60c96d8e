import type { Db, Tx } from './db/index.ts'
import type { EventHandler, EventTopic } from './events.ts'
import type { Log } from './log.ts'
import { sparsely } from './sparsely.ts'
import {
  insertEvents,
  insertReader,
  lockReader,
  moveReader,
  type OutboxRow,
  selectEvents,
} from './outbox-queries.ts'

/** The readers of this process: what each is woken for, and how. */
const readers = new Set<{ handlers: ReadonlyMap<string, EventHandler>; wake: () => void }>()

/** The topics a transaction has written; its readers are woken when it commits. */
const written = new WeakMap<Tx, Set<string>>()

/**
 * Most events of one row: longer rows than fit into a page would be compressed, which costs more than they do. A row
 * for each player of a list took three to eight times as long to write, and twice as long to read.
 */
const EVENTS_A_ROW = 50

/**
 * Writes events in the transaction that makes them true, a list in one statement. Call it with the command's other
 * writes, once its locks are held: of two changes of one thing the later then has the later event. Readers are woken
 * when they can see them.
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
    for (const { handlers, wake } of readers) {
      if ([...own].some((one) => handlers.has(one))) setImmediate(wake)
    }
  })
}

/** Whose these events are; 0 where they are nobody's, or of several players. */
function playerOf(events: readonly { playerId?: unknown }[]): number {
  const playerId = events[0]?.playerId
  const isTheirs = events.every((event) => event.playerId === playerId)
  return isTheirs && typeof playerId === 'number' ? playerId : 0
}

export type Listener = { stop: () => Promise<void> }

type Options = {
  db: Db
  log: Log
  /** The reader's place is kept under this name: another name reads from the beginning. */
  name: string
  handlers: readonly EventHandler[]
  everyMs?: number
}

/** Rows of one reading: one transaction of the reader, so also what is done again when a handler fails. */
const ROWS_AT_ONCE = 1000

/** A reader that fails is tried again several times a second, and told of so often. */
const TOLD_EVERY_MS = 10_000

/**
 * The pause between two readings that were woken: under load one reading takes the events of many batches,
 * instead of a transaction for each; when it is quiet the first event is read at once.
 */
const REST_MS = 25

/**
 * Reads the outbox and hands the events of each topic to its handler, in the order they were written. A reader has a
 * place, a transaction and a pace of its own: none waits for another's handlers. One server at a time holds the
 * reader's row; the place moves in the transaction of the handlers, so what they write to the database happens once.
 */
export function listenToOutbox({ db, log, name, handlers, everyMs = 200 }: Options): Listener {
  const reader: Reader = { name, handlers: new Map(handlers.map((handler) => [handler.topic, handler])) }
  const tell = sparsely(TOLD_EVERY_MS)
  let stopped = false
  let isKnown = false
  let running: Promise<void> | undefined
  let again = false
  let rest: NodeJS.Timeout | undefined

  const readAll = async () => {
    if (!isKnown) await insertReader(db, name)
    isKnown = true
    for (;;) {
      const count = await db.begin((tx) => readSome(tx, reader))
      if (stopped || count < ROWS_AT_ONCE) return
    }
  }
  const wake = () => {
    if (stopped) return
    if (running || rest) {
      again = true
      return
    }
    running = readAll()
      .catch((error: unknown) =>
        tell((leftOut) => log.error({ err: error, reader: name, leftOut }, 'a reader of the outbox failed')),
      )
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
  const woken = { handlers: reader.handlers, wake }
  readers.add(woken)
  const timer = setInterval(wake, everyMs) // events of other servers come without a wake-up
  wake()
  return {
    stop: async () => {
      stopped = true
      readers.delete(woken)
      clearInterval(timer)
      clearTimeout(rest)
      await running
    },
  }
}

type Reader = { name: string; handlers: ReadonlyMap<string, EventHandler> }

async function readSome(tx: Tx, { name, handlers }: Reader): Promise<number> {
  const place = await lockReader(tx, name)
  if (!place || place.horizon <= place.id) return 0 // another server reads, or nothing was written
  const rows = await selectEvents(tx, { place, topics: [...handlers.keys()], max: ROWS_AT_ONCE })
  for (const { topic, events } of runsOf(rows)) await handlers.get(topic)?.handle(tx, events)
  const last = rows.length < ROWS_AT_ONCE ? place.horizon : rows.at(-1)?.id
  await moveReader(tx, name, last ?? place.horizon)
  return rows.length
}

type Run = { topic: string; events: string[] }

/** Rows of one topic that follow each other, together: a handler then asks the database once for all of them. */
function runsOf(rows: readonly OutboxRow[]): Run[] {
  const runs: Run[] = []
  for (const { topic, events } of rows) {
    const run = runs.at(-1)
    if (run?.topic === topic) run.events.push(events)
    else runs.push({ topic, events: [events] })
  }
  return runs
}
