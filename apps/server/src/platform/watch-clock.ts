import type { Deps } from './deps.ts'
import { selectClockMs } from './db/queries.ts'
import { type Job, schedule } from './schedule.ts'

const EVERY_MS = 10_000
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
  const job = schedule({ name: 'watch-clock', everyMs: EVERY_MS, log: deps.log, run: clockCheck(deps) })
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
