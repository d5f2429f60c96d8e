import type { Sql } from './db/index.ts'
import type { Deps } from './deps.ts'
import { portStatuses } from './call-outside.ts'
import { type Job, jobStatuses, schedule } from './schedule.ts'
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
/** Three missed reports: it is gone, or hangs. */
const SILENT_SECONDS = 30
/** How long a silent server is still listed. */
const FORGOTTEN_SECONDS = 3600
/** Rows that a reader is behind are counted up to here. */
const MAX_BEHIND = 10_000

/** Reports this server's state periodically, and removes it when the server stops. */
export function reportServer(
  { db, log, random }: Pick<Deps, 'db' | 'log' | 'random'>,
  { version, connected }: { version: string; connected: () => Connected },
): Job {
  const id = random.hex(16)
  const job = schedule({
    name: 'platform.server',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      const status = { ...connected(), jobs: jobStatuses(), ports: portStatuses() }
      await upsertServer(db, { id, version, status: JSON.stringify(status) })
      await deleteServersGone(db, FORGOTTEN_SECONDS)
    },
  })
  job.wake()
  return {
    ...job,
    stop: async () => {
      await job.stop()
      // Stopping continues although the database is down; the row is ignored after an hour.
      await deleteServer(db, id).catch((err: unknown) =>
        log.warn({ err }, 'could not delete the row of this server'),
      )
    },
  }
}

/** The servers of this database that reported within the hour, last started first. */
export const readServers = (sql: Sql): Promise<readonly RunningServer[]> => selectServers(sql, SILENT_SECONDS)

/** How far each outbox reader is behind the visible rows, furthest first. */
export async function readReaderLags(sql: Sql): Promise<ReaderLag[]> {
  const rows = await selectReaders(sql, MAX_BEHIND + 1)
  return rows.map(({ behind, ...row }) => ({
    ...row,
    behind: Math.min(behind, MAX_BEHIND),
    isMore: behind > MAX_BEHIND,
  }))
}

const CLOCK_EVERY_MS = 10_000
/** Synchronised machines differ by milliseconds. */
const ALARM_MS = 2000

/**
 * This server's clock minus the database's, in milliseconds. The query's duration is not counted as a difference,
 * because the database's clock may have been read at any moment of it.
 */
export async function readClockOffsetMs(askDatabase: () => Promise<number>, now = Date.now): Promise<number> {
  const before = now()
  const database = await askDatabase()
  const after = now()
  if (database < before) return before - database
  return database > after ? after - database : 0
}

/**
 * Compares this server's clock with the database's, which decides everything with a time limit. A server with a wrong
 * clock decides nothing wrong, but its log and messages carry wrong times: so an alarm rings.
 */
export function watchClock(deps: Needs): Job {
  const job = schedule({ name: 'watch-clock', everyMs: CLOCK_EVERY_MS, log: deps.log, run: clockCheck(deps) })
  job.wake()
  return job
}

type Needs = Pick<Deps, 'db' | 'log' | 'metrics'>

/**
 * Returns a check that compares the clocks of server and database; logs when they start to differ, and when they
 * agree again.
 */
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
