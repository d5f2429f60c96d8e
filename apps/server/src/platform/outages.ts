import type { Config } from './config.ts'
import { type DatabaseTrouble, watchDatabase } from './db/watch.ts'
import { type Db, isDiskFull, openDb } from './db/index.ts'
import { readDataFolder } from './db/queries.ts'
import { Fault } from './fault.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { freeBytesAt, watchDisk } from './watch-disk.ts'

export type Outages = {
  /** The database for all calls and jobs: neither waits for one that is silent, nor writes to one without room. */
  db: Db
  /** Why the server is not ready; nothing when it is. */
  trouble: () => DatabaseTrouble | undefined
  stop: () => Promise<void>
}

type Options = { config: Config; db: Db; log: Log; metrics: Metrics }

const troubles: readonly DatabaseTrouble[] = ['database_silent', 'database_unreachable', 'disk_full']

/** A disk that is full says so only to who writes: for so long after the last one the server is not ready. */
const FULL_FOR_MS = 5_000
const MIB = 1024 * 1024

/**
 * Watches what the server stands on, the database and its disk, and keeps calls from waiting for it. Answers at once,
 * whatever the database does.
 */
export async function watchOutages({ config, db, log, metrics }: Options): Promise<Outages> {
  const database = watchDatabase({
    url: config.DATABASE_URL,
    patienceMs: config.PATIENCE_MS,
    onChange: (what) => {
      if (what) log.error({ what }, 'the database is away')
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
  // Of whatever rows the statement answers.
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

/** Only a database on this machine can be looked at: one that is reached by a socket, and may say where it lies. */
async function watchedDisk({ DATABASE_URL, DATABASE_OWNER_URL, DISK_RESERVE_MB }: Config) {
  if (DISK_RESERVE_MB === 0 || !/^[a-z]+:\/\/[^/]*%2F/i.test(DATABASE_URL)) return undefined
  // The application's own role may not see where the files lie.
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
