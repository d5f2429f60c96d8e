import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClientType } from 'redis'
import type { Config } from './config.ts'
import { type Db, openDb, type Sql } from './db/index.ts'
import { watchDatabase } from './db/outages.ts'
import { selectReplayed, selectWritten } from './db/queries.ts'
import { Fault } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Whose writes a read must not miss. */
export type Reader = `player:${number}` | `operator:${number}`

/**
 * Reads that may be slightly old: they go to a replica if there is one (docs/decisions/0079). No decision about money reads
 * here.
 */
export type Reads = {
  /** For public content; at most READ_MAX_LAG_MS behind. */
  shared: Sql
  /** For one call of one person: as `shared`, and always including that person's own writes. */
  of: (reader: Reader) => Sql
  /** Records that these may have written, or are about to receive a push. Resolves once every server knows. */
  noteWrites: (readers: readonly Reader[]) => Promise<void>
}

/** Without a replica all reads go to the primary. */
export const primaryReads = (db: Sql): Reads => ({
  shared: db,
  of: () => db,
  noteWrites: () => Promise.resolve(),
})

type Options = {
  config: Pick<
    Config,
    'DATABASE_URL' | 'READ_DATABASE_URL' | 'READ_MAX_LAG_MS' | 'DATABASE_CONNECTIONS' | 'PATIENCE_MS'
  >
  db: Db
  redis: RedisClientType | undefined
  log: Log
  metrics: Metrics
  statementMs: number
}

const BEAT_MS = 200
/** The longest that a call waits to read or write notes in Redis. */
const NOTES_PATIENCE_MS = 100
/** A connection silent for this long is replaced. */
const SILENT_MS = 1000
const KEY = 'wrote:'

/** Opens the replica that the environment names, if any. While it is away, reads go to the primary. */
export function openReads(options: Options): Reads & { stop: () => Promise<void> } {
  const { config, db, redis, log, metrics, statementMs } = options
  const url = config.READ_DATABASE_URL
  if (url === undefined) return { ...primaryReads(db), stop: () => Promise.resolve() }
  const open = (at: string, connections: number) =>
    openDb({
      url: at,
      connections,
      onLostConnection: (error) => log.warn({ err: error }, 'an idle connection for reads was lost'),
      patienceMs: config.PATIENCE_MS,
      statementMs,
      attempts: 1, // the primary answers what the replica does not finish
    })
  const replica = open(url, config.DATABASE_CONNECTIONS)
  const watch = watchDatabase({ url, patienceMs: config.PATIENCE_MS, onChange: () => {} })
  // Separate connections: under load calls wait for the pool, and positions must not.
  const primaryPosition = openPosition(() => open(config.DATABASE_URL, 1), selectWritten)
  const replicaPosition = openPosition(() => open(url, 1), selectReplayed)
  const positions = watchPositions({
    readReplayed: replicaPosition.read,
    readWritten: primaryPosition.read,
    log,
    metrics,
    maxLagMs: config.READ_MAX_LAG_MS,
  })
  const lateMs = config.PATIENCE_MS / 3
  // A replica older than the bound is not used, so older notes are not needed.
  const notes = openNotes({
    readWritten: () => inTime(primaryPosition.read(), lateMs),
    redis,
    keptMs: config.READ_MAX_LAG_MS * 2 + 1000,
  })
  const failed = metrics.counter('read_replica_failures_total', 'Reads that the replica did not finish')
  const counted = metrics.counter('reads_total', 'Reads that may go to a replica, by what answered', ['by'])

  const unfinished = () => {
    failed.inc()
    return undefined
  }
  const readReplica = async (ask: Ask, needed: number): Promise<Answered> => {
    const { replayed, rows } = await watch.whileResponsive(() =>
      replica.begin(async (tx) => {
        const [position, answer] = await Promise.all([selectReplayed(tx), ask(tx)])
        return { replayed: position, rows: answer }
      }),
    )
    return replayed !== undefined && replayed >= needed ? { rows } : undefined
  }
  const read = async (ask: Ask, { wroteAt, isPatient, seen }: Call): Promise<never> => {
    const needed = positions.needed()
    if (!seen.primary && watch.trouble() === undefined && needed !== undefined) {
      const last = Math.max(needed, await wroteAt())
      // If the replica is gone, cancels the read because of replay, or is too old, the primary answers.
      const answered =
        last <= positions.replayed()
          ? await inTime(readReplica(ask, last), isPatient ? Infinity : lateMs).catch(unfinished)
          : undefined
      if (answered) {
        counted.inc({ by: 'replica' })
        return answered.rows
      }
    }
    seen.primary = true
    counted.inc({ by: 'primary' })
    return ask(db)
  }
  const through = (callOf: () => Call): Sql => {
    const tag = (...[text, ...values]: Parameters<Sql>) =>
      read((sql) => sql(text, ...values) as Promise<never>, callOf())
    return Object.assign(tag, { database: db.database })
  }
  return {
    shared: through(() => ({
      wroteAt: () => Promise.resolve(0),
      isPatient: false,
      seen: { primary: false },
    })),
    of: (reader) => {
      let wroteAt: Promise<number> | undefined
      const call = {
        wroteAt: () => (wroteAt ??= notes.read(reader)),
        isPatient: reader.startsWith('operator:'), // reports may take long
        seen: { primary: false },
      }
      return through(() => call)
    },
    noteWrites: notes.write,
    stop: async () => {
      await positions.stop()
      await watch.stop()
      await Promise.all([replica.close(), primaryPosition.close(), replicaPosition.close()])
    },
  }
}

/** One statement, to run on either database. */
type Ask = (sql: Sql) => Promise<never>
type Answered = { rows: never } | undefined

/** The reads of one call. */
type Call = {
  /** The log position after the person's last write. */
  wroteAt: () => Promise<number>
  /** Whether it waits for the replica without a time limit. */
  isPatient: boolean
  /** Whether the primary has answered: later reads of the same call must not be older. */
  seen: { primary: boolean }
}

/** Reads a position on its own connection, which is replaced when it falls silent. */
function openPosition<T>(open: () => Db, select: (sql: Sql) => Promise<T>) {
  let db = open()
  return {
    read: async (): Promise<T> => {
      const asked = db
      try {
        return await inTime(select(asked), SILENT_MS)
      } catch (error) {
        if (error instanceof Late && asked === db) {
          db = open()
          void asked.close().catch(() => {}) // may never finish: the machine behind it may be gone
        }
        throw error
      }
    },
    close: () => db.close(),
  }
}

type Watching = Pick<Options, 'log' | 'metrics'> & {
  readReplayed: () => Promise<number | undefined>
  readWritten: () => Promise<number>
  maxLagMs: number
}

/** Tracks the log positions of primary and replica. */
function watchPositions({ readReplayed, readWritten, log, metrics, maxLagMs }: Watching) {
  /** Recent positions of the primary, oldest first. */
  let written: { askedAt: number; position: number }[] = []
  let replayed = -1
  /** A replica not beyond this position may still follow a former primary. */
  let divergedAt = -1
  let isBehind = false
  let isStopped = false

  const needed = () => {
    const from = performance.now() - maxLagMs
    const oldest = written.find(({ askedAt }) => askedAt >= from)
    return oldest && Math.max(oldest.position, divergedAt + 1)
  }
  const lagSeconds = () => {
    const seen = written.findLast(({ position }) => position <= replayed)
    if (seen === written.at(-1) && seen) return 0
    return (performance.now() - (seen ?? written[0] ?? { askedAt: 0 }).askedAt) / 1000
  }
  const isUsable = () => {
    const position = needed()
    return position !== undefined && position <= replayed
  }
  const gauge = (name: string, help: string, value: () => number) =>
    metrics.readGauge({ name, help, labels: [], read: (series) => series.set(value()) })
  gauge('read_replica_lag_seconds', 'How far the replica is behind, at most since it is watched', lagSeconds)
  gauge('read_replica_usable', 'Whether reads go to the replica', () => (isUsable() ? 1 : 0))

  const beat = async () => {
    // The replica first: it cannot be ahead of a position read later, unless it followed another primary.
    const position = await readReplayed().catch(() => undefined)
    const askedAt = performance.now()
    const now = await readWritten().catch(() => undefined)
    if (position !== undefined && now !== undefined && position > now)
      divergedAt = Math.max(divergedAt, position)
    replayed = position ?? -1
    if (now !== undefined) written.push({ askedAt, position: now })
    written = written.filter((one) => one.askedAt >= askedAt - 60 * maxLagMs).slice(-1000)
    const wasBehind = isBehind
    isBehind = !isUsable()
    if (isBehind && !wasBehind) log.warn({ replayed, written: now }, 'the replica is away or behind')
    if (wasBehind && !isBehind) log.warn('the replica is back')
  }
  const loop = (async () => {
    while (!isStopped) {
      await beat()
      await sleep(BEAT_MS, undefined, { ref: false })
    }
  })()
  return {
    needed,
    replayed: () => replayed,
    stop: async () => {
      isStopped = true
      await loop
    },
  }
}

/** No answer in time. */
class Late extends Fault {}

const inTime = async <T>(answer: Promise<T>, ms: number): Promise<T> => {
  if (ms === Infinity) return answer
  const late = new AbortController()
  const tooLate = sleep(ms, undefined, { ref: false, signal: late.signal }).then(() =>
    Promise.reject(new Late(`no answer within ${Math.round(ms)} ms`)),
  )
  return Promise.race([answer, tooLate]).finally(() => late.abort())
}

type Noting = { readWritten: () => Promise<number>; redis: RedisClientType | undefined; keptMs: number }

/**
 * A note only grows: when two servers note the same person, the higher position must win in either order. A lower one only
 * extends the expiry.
 */
const NOTE = `
for _, key in ipairs(KEYS) do
  if tonumber(ARGV[1]) > tonumber(redis.call('get', key) or '-1') then
    redis.call('set', key, ARGV[1], 'PX', ARGV[2])
  else
    redis.call('pexpire', key, ARGV[2])
  end
end`

/** The log position after each person's last write, in this process and in the shared Redis. */
function openNotes({ readWritten, redis, keptMs }: Noting) {
  const own = new Map<Reader, { position: number; until: number }>()
  /** Notes that other servers made while Redis was away are missing. */
  let knowsFrom = 0
  redis?.on('ready', () => (knowsFrom = performance.now() + keptMs))

  let next: Promise<number> | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  /** One query for all waiting callers; each gets a position read after its call. */
  const position = (): Promise<number> =>
    (next ??= underWay.then(() => {
      next = undefined
      // If it cannot be read, no replica is new enough.
      const asked = readWritten().catch(() => Number.MAX_SAFE_INTEGER)
      underWay = asked
      return asked
    }))
  const forget = () => {
    const now = performance.now()
    for (const [reader, { until }] of own) {
      if (until > now) return
      own.delete(reader)
    }
  }
  return {
    write: async (readers: readonly Reader[]): Promise<void> => {
      if (readers.length === 0) return
      const at = await position()
      forget()
      for (const reader of readers) {
        own.delete(reader) // keeps the oldest first
        own.set(reader, { position: at, until: performance.now() + keptMs })
      }
      if (!redis?.isReady) return
      const keys = readers.map((one) => KEY + one)
      const set = redis.eval(NOTE, { keys, arguments: [String(at), String(keptMs)] })
      await Promise.race([set, sleep(NOTES_PATIENCE_MS)]).catch(() => {}) // a server that cannot read notes uses the primary
    },
    read: async (reader: Reader): Promise<number> => {
      const here = own.get(reader)
      const known = here && here.until > performance.now() ? here.position : 0
      if (!redis) return known
      if (!redis.isReady || performance.now() < knowsFrom) return Number.MAX_SAFE_INTEGER
      const noted = await Promise.race([
        redis.get(KEY + reader),
        sleep(NOTES_PATIENCE_MS, 'late' as const),
      ]).catch(() => 'late' as const)
      return noted === 'late' ? Number.MAX_SAFE_INTEGER : Math.max(known, Number(noted ?? 0))
    },
  }
}
