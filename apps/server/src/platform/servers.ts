import type { Sql } from './db/index.ts'
import type { Deps } from './deps.ts'
import { portStandings } from './call-outside.ts'
import { type Job, jobStandings, schedule } from './schedule.ts'
import {
  type Connected,
  deleteServer,
  deleteServersGone,
  type ReaderLag,
  type RunningServer,
  selectReaders,
  selectServers,
  upsertServer,
} from './server-queries.ts'
import { selectClockMs } from './db/queries.ts'

export type { Connected, RunningServer } from './server-queries.ts'
export { selectDatabase as readDatabase, selectPartitions as readPartitions } from './server-queries.ts'

const EVERY_MS = 10_000
/** Three beats that were missed: it is gone, or hangs. */
const SILENT_SECONDS = 30
/** So long one that fell silent is still told of. */
const FORGOTTEN_SECONDS = 3600
/** Rows that a reader is behind are counted up to here. */
const MAX_BEHIND = 10_000

/** Has this server tell of itself again and again, and that it is gone once it stops. */
export function tellOfServer(
  { db, log, random }: Pick<Deps, 'db' | 'log' | 'random'>,
  { version, connected }: { version: string; connected: () => Connected },
): Job {
  const id = random.hex(16)
  const job = schedule({
    name: 'platform.server',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      const standing = { ...connected(), jobs: jobStandings(), ports: portStandings() }
      await upsertServer(db, { id, version, standing: JSON.stringify(standing) })
      await deleteServersGone(db, FORGOTTEN_SECONDS)
    },
  })
  job.wake()
  return {
    ...job,
    stop: async () => {
      await job.stop()
      // What stops goes on stopping where the database is away; the row is left out after an hour.
      await deleteServer(db, id).catch((err: unknown) => log.warn({ err }, 'the row of this server stays'))
    },
  }
}

/** The servers of this database that told of themselves within the hour, the last one started first. */
export const readServers = (sql: Sql): Promise<readonly RunningServer[]> => selectServers(sql, SILENT_SECONDS)

/** How far each reader of the outbox is behind what can be seen, the farthest first. */
export async function readReaderLags(sql: Sql): Promise<ReaderLag[]> {
  const rows = await selectReaders(sql, MAX_BEHIND + 1)
  return rows.map(({ behind, ...row }) => ({
    ...row,
    behind: Math.min(behind, MAX_BEHIND),
    isMore: behind > MAX_BEHIND,
  }))
}

const CLOCK_EVERY_MS = 10_000
/** Machines that keep the same time differ by milliseconds. */
const ALARM_MS = 2000

/**
 * How far this server's clock is from that of the database, in milliseconds: positive where it is ahead. What the question
 * took is not counted as a difference, for nobody knows at which moment of it the database looked.
 */
export async function readClockOffsetMs(askDatabase: () => Promise<number>, now = Date.now): Promise<number> {
  const before = now()
  const database = await askDatabase()
  const after = now()
  if (database < before) return before - database
  return database > after ? after - database : 0
}

/**
 * Holds this server's clock against the database's, by which everything with a time limit is decided. A server whose clock is
 * wrong decides nothing wrong, but its log and what it tells others carry wrong times: so an alarm rings.
 */
export function watchClock(deps: Needs): Job {
  const job = schedule({ name: 'watch-clock', everyMs: CLOCK_EVERY_MS, log: deps.log, run: clockCheck(deps) })
  job.wake()
  return job
}

type Needs = Pick<Deps, 'db' | 'log' | 'metrics'>

/** Returns a check that compares the clocks of server and database; logs when they start to differ, and when they agree again. */
export function clockCheck({ db, log, metrics }: Needs): () => Promise<void> {
  const offset = metrics.gauge(
    'clock_offset_seconds',
    'How far the clock of this server is ahead of the database’s',
  )
  const alarm = metrics.gauge(
    'clock_wrong',
    'The clocks of server and database differ by more than two seconds',
  )
  let isWrong = false
  return async () => {
    const offsetMs = await readClockOffsetMs(() => selectClockMs(db))
    offset.set(offsetMs / 1000)
    const wasWrong = isWrong
    isWrong = Math.abs(offsetMs) > ALARM_MS
    alarm.set(isWrong ? 1 : 0)
    if (isWrong && !wasWrong) log.error({ offsetMs }, 'the clock of this server is wrong')
    if (wasWrong && !isWrong) log.warn({ offsetMs }, 'the clock of this server is right again')
  }
}
