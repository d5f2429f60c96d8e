import type { Db } from './db/index.ts'
import type { EventHandler } from './events.ts'
import { type Log, rateLimitedLog } from './log.ts'
import {
  insertReaders,
  lockReader,
  moveReader,
  moveReaders,
  type OutboxRow,
  selectEvents,
  selectPlaces,
} from './outbox-queries.ts'
import { openParking, type Parking, type ReportParked } from './outbox-parking.ts'

/** Rows handled in one transaction of a reader, and repeated if a handler fails. */
const ROWS_AT_ONCE = 1000

/** Rows cached for readers still busy with earlier ones. A reader further behind reads alone. */
const ROWS_KEPT = 5000

/** A failing reader is retried several times a second, and logged this often. */
const LOG_EVERY_MS = 10_000

/** How often positions of idle readers are written. */
const SAVE_EVERY_MS = 5000

/**
 * The pause between two woken readings: under load one reading takes the events of many batches, instead of one
 * transaction each; when idle the first event is read at once.
 */
const REST_MS = 25

export type ReaderOptions = {
  log: Log
  /** The reader's position is stored under this name: a new name reads from the beginning. */
  name: string
  handlers: readonly EventHandler[]
  /** Sees all events of a page before the handlers do; nothing of the page is done before it settles. */
  beforePage?: (events: readonly object[]) => Promise<void>
  /** How often to check for events of other servers, which send no wake-up. */
  everyMs?: number
  /**
   * Parks a row that fails alone, reports it by this and goes on. Only for handlers that need no order: a parked row is
   * handled after later ones. A reader without this stops at the row until it is repaired.
   */
  park?: ReportParked
  /** The topics that need their order in a reader that parks others: it stops at a row of theirs. */
  inOrder?: readonly { topic: string }[]
}

type Reader = {
  name: string
  handlers: ReadonlyMap<string, EventHandler>
  beforePage: ReaderOptions['beforePage']
  everyMs: number
  parking: Parking | undefined
  fail: (error: unknown) => void
  /** Everything up to here is done or not for this reader; undefined if the database must be asked. */
  at: number | undefined
  /** The furthest position seen in the database. */
  seen: number
  /** After a failure a reader reads the rows itself, because the cached rows may have caused it. */
  isAlone: boolean
  running: Promise<void> | undefined
}

/** A row shared by all readers: its events are parsed once. */
type SharedRow = { id: number; topic: string; events: () => readonly object[] }

export type Reading = {
  /** Whether a reader subscribes to one of these topics. */
  reads: (topics: ReadonlySet<string>) => boolean
  wake: () => void
  add: (options: ReaderOptions) => Reader
  /** Returns whether it was the last. */
  leave: (reader: Reader) => boolean
  stop: () => Promise<void>
}

/** The cached rows of an outbox after `from` up to `to`, of every topic that has a reader. */
type Kept = { rows: SharedRow[]; from: number; to: number }

/**
 * Reads the outbox of a database for all readers of this process. A reading queries how far all rows are visible and
 * each reader's position: when idle this one statement is all. Rows are then read once, up to there, and each reader
 * with rows among them handles them in its own transaction, at its own pace. The positions of the others are written
 * together, once there is nothing left to read.
 */
export function openReading(db: Db): Reading {
  const readers = new Set<Reader>()
  let kept: Kept | undefined
  let keptAt = 0
  let generation = 0
  const pace = openPace(async (isWokenAgain) => {
    // Before the query: later commits are not in the answer.
    const seen = new Map([...readers].map((reader) => [reader.name, reader.seen]))
    const { horizon, places } = await readPlaces(db, readers)
    // A database restored without its last moments: what this process cached of them is invalid.
    const isBack = [...seen].some(([name, id]) => (places.get(name) ?? 0) < id)
    if (isBack || (kept && horizon < kept.to)) forget()
    for (const reader of readers) {
      const place = places.get(reader.name)
      if (reader.running || place === undefined) continue
      // Otherwise never back: this process's position may not be written yet.
      reader.at = Math.max(reader.at ?? place, place)
      reader.seen = Math.max(reader.seen, place)
    }
    kept ??= { rows: [], from: horizon, to: horizon }
    do {
      if (kept.to < horizon) await readOn(db, kept, readers, horizon)
      for (const reader of readers) handOver(reader, kept)
    } while (kept.to < horizon)
    const isBusy = isWokenAgain() || [...readers].some(({ running }) => running !== undefined)
    if (isBusy && performance.now() - keptAt < SAVE_EVERY_MS) return
    keptAt = performance.now()
    await keepPlaces(db, readers, places)
  })

  /** Makes all readers fetch their positions and rows from the database. */
  const forget = () => {
    kept = undefined
    generation += 1
    for (const reader of readers) {
      Object.assign(reader, { seen: 0, isAlone: true })
      if (!reader.running) reader.at = undefined
    }
  }

  const retryParked = (reader: Reader, parking: Parking) => {
    const begunIn = generation
    reader.running = parking
      .retry()
      .catch(reader.fail)
      .finally(() => {
        if (begunIn !== generation) reader.at = undefined
        reader.running = undefined
        setImmediate(pace.wake)
      })
  }

  const handOver = (reader: Reader, { rows, from: keptFrom, to }: Kept) => {
    if (!reader.running && reader.parking?.isDue()) retryParked(reader, reader.parking)
    const from = reader.at
    if (reader.running || from === undefined || from >= to) return
    const isTogether = !reader.isAlone && from >= keptFrom
    const own = isTogether ? rows.filter((row) => row.id > from && reader.handlers.has(row.topic)) : []
    if (isTogether && own.length === 0) {
      reader.at = to
      return
    }
    const begunIn = generation
    reader.running = (isTogether ? handRows(db, reader, firstOf(own, to)) : handAlone(db, reader, to))
      .then((at) => {
        reader.at = begunIn === generation ? at : undefined
        reader.isAlone = reader.isAlone && (at === undefined || at < to)
        // Not if another server holds it; its rows are there by the next run.
        if (at !== undefined && at < (kept?.to ?? at)) setImmediate(pace.wake)
      })
      .catch((error: unknown) => {
        reader.isAlone = true
        reader.fail(error)
      })
      .finally(() => {
        reader.running = undefined
      })
  }

  return {
    reads: (topics) => [...readers].some(({ handlers }) => [...topics].some((topic) => handlers.has(topic))),
    wake: pace.wake,
    add: (options) => {
      const reader = readerOf(db, options)
      readers.add(reader)
      pace.beat(readers)
      pace.wake()
      return reader
    },
    leave: (reader) => {
      readers.delete(reader)
      pace.beat(readers)
      return readers.size === 0
    },
    stop: pace.stop,
  }
}

const readerOf = (
  db: Db,
  { log, name, handlers, beforePage, everyMs = 200, park, inOrder = [] }: ReaderOptions,
): Reader => {
  const report = rateLimitedLog(LOG_EVERY_MS)
  const byTopic = new Map(handlers.map((handler) => [handler.topic, handler]))
  return {
    name,
    handlers: byTopic,
    beforePage,
    everyMs,
    parking:
      park &&
      openParking(db, {
        name,
        handlers: byTopic,
        inOrder: new Set(inOrder.map(({ topic }) => topic)),
        report: park,
      }),
    fail: (error) =>
      report((leftOut) => log.error({ err: error, reader: name, leftOut }, 'a reader of the outbox failed')),
    at: undefined,
    seen: 0,
    isAlone: true, // rows read before it joined may lack its topics
    running: undefined,
  }
}

/** Runs one reading after the other: when woken, with a pause in between, and periodically. */
function openPace(read: (isWokenAgain: () => boolean) => Promise<void>) {
  let fail: Reader['fail'] = () => {}
  let stopped = false
  let running: Promise<void> | undefined
  let again = false
  let rest: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  const wake = () => {
    if (stopped) return
    if (running || rest) {
      again = true
      return
    }
    again = false
    running = read(() => again || stopped)
      .catch((error: unknown) => fail(error))
      .finally(() => {
        running = undefined
        if (!stopped) rest = setTimeout(rested, REST_MS)
      })
  }
  const rested = () => {
    rest = undefined
    if (again) wake()
  }
  return {
    wake,
    /** Uses the shortest interval of these readers; the first of them logs failures of the reading itself. */
    beat: (readers: ReadonlySet<Reader>) => {
      const [first] = readers
      clearInterval(timer)
      if (!first) return
      fail = first.fail
      timer = setInterval(wake, Math.min(...[...readers].map(({ everyMs }) => everyMs)))
    },
    stop: async () => {
      stopped = true
      clearTimeout(rest)
      await running
    },
  }
}

/**
 * Reads the next rows for all, and evicts those that no reader needs, and the oldest if one reader is too far behind.
 */
async function readOn(db: Db, kept: Kept, readers: ReadonlySet<Reader>, horizon: number): Promise<void> {
  const topics = [...new Set([...readers].flatMap(({ handlers }) => [...handlers.keys()]))]
  const rows = await selectEvents(db, { from: kept.to, to: horizon, topics, max: ROWS_AT_ONCE })
  kept.rows.push(...rows.map(shared))
  kept.to = endOf(rows, horizon, ROWS_AT_ONCE)
  const together = [...readers].filter(({ isAlone }) => !isAlone)
  const needed = Math.min(kept.to, ...together.map(({ at }) => at ?? Infinity))
  kept.from = Math.max(kept.from, needed, kept.rows.at(-ROWS_KEPT - 1)?.id ?? 0)
  kept.rows = kept.rows.filter(({ id }) => id > kept.from)
}

const shared = ({ id, topic, events }: OutboxRow): SharedRow => {
  let parsed: readonly object[] | undefined
  return { id, topic, events: () => (parsed ??= JSON.parse(events) as readonly object[]) }
}

/** The end of the rows read: after a full page more may follow. */
const endOf = (rows: readonly { id: number }[], to: number, max: number): number =>
  (rows.length < max ? to : rows.at(-1)?.id) ?? to

type Handed = { rows: readonly SharedRow[]; to: number }

const firstOf = (rows: readonly SharedRow[], to: number): Handed => {
  const first = rows.slice(0, ROWS_AT_ONCE)
  return { rows: first, to: rows.length > ROWS_AT_ONCE ? (first.at(-1)?.id ?? to) : to }
}

type Places = { horizon: number; places: ReadonlyMap<string, number> }

/**
 * The position up to which all rows are visible, and the position of each reader. A new reader starts with the existing
 * events.
 */
async function readPlaces(db: Db, readers: ReadonlySet<Reader>): Promise<Places> {
  const found = await selectPlaces(db)
  const places = new Map(found.map(({ name, id }) => [name, id]))
  const unknown = [...readers].map(({ name }) => name).filter((name) => !places.has(name))
  if (unknown.length === 0) return { horizon: found[0]?.horizon ?? 0, places }
  await insertReaders(db, unknown)
  return readPlaces(db, readers)
}

/** Writes the positions of idle readers. Others moved together with their handlers' writes. */
async function keepPlaces(db: Db, readers: ReadonlySet<Reader>, places: Places['places']): Promise<void> {
  const ahead = [...readers].flatMap(({ name, at }) =>
    at !== undefined && at > (places.get(name) ?? at) ? [{ name, at }] : [],
  )
  if (ahead.length > 0) await moveReaders(db, ahead)
}

/** Reads and handles rows for one reader that is behind or has failed. Returns its new position. */
async function handAlone(db: Db, reader: Reader, horizon: number): Promise<number | undefined> {
  const from = reader.at ?? 0
  const topics = [...reader.handlers.keys()]
  const { parking } = reader
  const max = parking ? parking.most(ROWS_AT_ONCE) : ROWS_AT_ONCE
  const rows = await selectEvents(db, { from, to: horizon, topics, max })
  const to = endOf(rows, horizon, max)
  if (rows.length === 0) return to
  const hand = () => handRows(db, reader, { rows: rows.map(shared), to })
  return parking ? parking.guard(rows, hand) : hand()
}

/**
 * Passes rows to a reader's handlers, in the transaction that moves its position. Returns the new position; undefined
 * if another server holds the reader.
 */
const handRows = (db: Db, reader: Reader, { rows, to }: Handed): Promise<number | undefined> =>
  db.begin(async (tx) => {
    const place = await lockReader(tx, reader.name)
    if (place === undefined || place >= to) return place
    const runs = runsOf(rows.filter(({ id }) => id > place))
    await reader.beforePage?.(runs.flatMap(({ events }) => events))
    for (const { topic, events } of runs) {
      await reader.handlers.get(topic)?.handle(tx, events)
    }
    await moveReader(tx, reader.name, to)
    tx.afterCommit(() => {
      reader.seen = Math.max(reader.seen, to)
    })
    return to
  })

type Run = { topic: string; events: object[] }

/** Groups consecutive rows of one topic: a handler then queries the database once for all of them. */
function runsOf(rows: readonly SharedRow[]): Run[] {
  const runs: Run[] = []
  for (const { topic, events } of rows) {
    const run = runs.at(-1)
    if (run?.topic === topic) run.events.push(...events())
    else runs.push({ topic, events: [...events()] })
  }
  return runs
}
