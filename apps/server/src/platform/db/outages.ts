import type { Config } from '../config.ts'
import { type Db, isDiskFull, openDb } from './index.ts'
import { readDataFolder } from './queries.ts'
import { Fault } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import pg from 'pg'
import { statfs } from 'node:fs/promises'

type Outages = {
  /** The database for all calls and jobs: neither waits for an unresponsive one, nor writes to a full one. */
  db: Db
  /** Why the server is not ready; undefined if it is. */
  trouble: () => DatabaseTrouble | undefined
  stop: () => Promise<void>
}

type Options = { config: Config; db: Db; log: Log; metrics: Metrics }

const troubles: readonly DatabaseTrouble[] = ['database_silent', 'database_unreachable', 'disk_full']

/** A full disk fails only writes: the server stays not ready for this long after the last failed one. */
const FULL_FOR_MS = 5_000
const MIB = 1024 * 1024

/**
 * Watches the database and its disk, and keeps calls from waiting for them. Answers at once, whatever the database
 * does.
 */
export async function watchOutages({ config, db, log, metrics }: Options): Promise<Outages> {
  const database = watchDatabase({
    url: config.DATABASE_URL,
    patienceMs: config.PATIENCE_MS,
    onChange: (what) => {
      if (what) log.error({ what }, 'the database is down')
      else log.warn('the database is back')
    },
  })
  const disk = await watchedDisk(config)
  let fullUntil = 0
  const isDiskWithoutRoom = () => (disk?.isFull() ?? false) || performance.now() < fullUntil
  const trouble = () => database.trouble() ?? (isDiskWithoutRoom() ? 'disk_full' : undefined)
  const isInTrouble = (what: DatabaseTrouble) =>
    database.trouble() === what || (what === 'disk_full' && isDiskWithoutRoom())
  metrics.readGauge({
    name: 'trouble',
    help: 'What keeps the server from serving, 1 while it does',
    labels: ['what'],
    read: (gauge) => {
      for (const what of troubles) gauge.set({ what }, isInTrouble(what) ? 1 : 0)
    },
  })

  const begin: Db['begin'] = async (work) => {
    if (disk?.isFull())
      throw new Fault('the disk of the database is full: nothing is written until it has room')
    try {
      return await database.whileResponsive(() => db.begin(work))
    } catch (error) {
      if (isDiskFull(error)) fullUntil = performance.now() + FULL_FOR_MS
      throw error
    }
  }
  // Whatever rows the statement returns.
  const tag = (...[text, ...values]: Parameters<Db>) =>
    database.whileResponsive(() => db(text, ...values)) as Promise<never>
  const read: Db = Object.assign(tag, { database: db.database, begin, listen: db.listen, close: db.close })
  return {
    db: read,
    trouble,
    stop: async () => {
      disk?.stop()
      await database.stop()
    },
  }
}

/**
 * Only a database on this machine can be checked: one reached by a socket, whose account may read the data folder's
 * path.
 */
async function watchedDisk({ DATABASE_URL, DATABASE_OWNER_URL, DISK_RESERVE_MB }: Config) {
  if (DISK_RESERVE_MB === 0 || !/^[a-z]+:\/\/[^/]*%2F/i.test(DATABASE_URL)) return undefined
  // The application's own role may not read where the files are.
  const owner = openDb({
    url: DATABASE_OWNER_URL ?? DATABASE_URL,
    connections: 1,
    onLostConnection: () => {},
  })
  const folder = await readDataFolder(owner)
  await owner.close()
  if (folder === undefined) return undefined
  return watchDisk({ freeBytes: () => freeBytesAt(folder), reserveBytes: DISK_RESERVE_MB * MIB })
}

/** What prevents a server from serving. */
export type DatabaseTrouble = 'database_silent' | 'database_unreachable' | 'disk_full'

type DatabaseWatch = {
  /** What prevents the database from answering, as of a moment ago. */
  trouble: () => DatabaseTrouble | undefined
  /**
   * Resolves as the work does, or throws a fault once the database stops responding. The work itself continues: a
   * commit in flight may have succeeded, so after the fault the outcome is unknown. Commands are idempotent: a retry
   * with the same `requestId` returns what was done.
   */
  whileResponsive: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => Promise<void>
}

type DatabaseOptions = {
  url: string
  /** The database counts as unresponsive after six tenths of this; the rest is left to answer the caller in time. */
  patienceMs: number
  onChange: (trouble: DatabaseTrouble | undefined) => void
}

const BEAT_MS = 50
const BEAT_PAUSE_MS = 150
/** An open connection does not show whether another can be opened: it is reopened every few seconds. */
const ANSWERS_A_CONNECTION = 25
/** When a query to a machine that is gone is abandoned, and another sent on a new connection. */
const GIVEN_UP_MS = 5_000

/**
 * Queries the database repeatedly, on its own connection, to see whether it answers. A frozen database or a lost
 * machine closes no connection: without this every call would wait for it.
 */
export function watchDatabase({ url, patienceMs, onChange }: DatabaseOptions): DatabaseWatch {
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
    // An abandoned query changes nothing: the database is as unresponsive as before.
    if (isTimeout(error)) return
    // On a full disk PostgreSQL refuses new connections (53100), and still reads on open ones.
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
          nextAt = performance.now() + BEAT_PAUSE_MS
        })
      return
    }
    // Our own event loop was blocked: the answer may have been waiting unread.
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

const silence = () => new Fault('the database does not respond')

function clientOf(url: string, givenUpMs: number): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'palpite-watching',
    connectionTimeoutMillis: givenUpMs,
    query_timeout: givenUpMs,
  })
  client.on('error', () => {}) // the next query reports it
  return client
}

const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)

type DiskWatch = { isFull: () => boolean; stop: () => void }

type DiskOptions = {
  /** Free bytes where the database writes. */
  freeBytes: () => Promise<number>
  reserveBytes: number
  everyMs?: number
}

const DISK_EVERY_MS = 500

/**
 * Checks the free disk space of the database at an interval. A PostgreSQL that cannot write its log stops altogether, so
 * writes stop while a reserve is left, and reads go on. Writes resume at a quarter above the reserve: without that gap the
 * state would flip at the limit.
 */
export function watchDisk({ freeBytes, reserveBytes, everyMs = DISK_EVERY_MS }: DiskOptions): DiskWatch {
  let isFull = false
  let isChecking = false
  const check = () => {
    if (isChecking) return
    isChecking = true
    void freeBytes()
      .then(
        (free) => (isFull = free < (isFull ? reserveBytes * 1.25 : reserveBytes)),
        () => {}, // an unreadable folder changes nothing: the database itself reports a full disk
      )
      .finally(() => (isChecking = false))
  }
  check()
  const timer = setInterval(check, everyMs).unref()
  return { isFull: () => isFull, stop: () => clearInterval(timer) }
}

/** The bytes free for an ordinary account in this folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
