import type { SportState } from '@palpite/contract'
import type { Period } from '@palpite/odds'
import type { Sql, Tx } from '../../../platform/db/index.ts'

/** One server at a time plays the matches; the lock ends with the transaction. */
const LEADER = 7_264_101

export const tryLead = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ leads: boolean }[]>`select pg_try_advisory_xact_lock(${LEADER}) as leads`
  return rows[0]?.leads === true
}

export type DueMatch = {
  id: number
  key: string
  sport: string
  model: object
  seed: string
  speed: number
  /** Where the match's clock stands now. */
  second: number
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
  isStopped: boolean
}

/** Simulated matches that have started and not ended, with their clock: the database's, times the speed. */
export const selectDue = (tx: Tx, speed: number | null) => tx<DueMatch[]>`
  select fixture.id, feed_key as key, competition.sport, model, seed, coalesce(speed, ${speed}::float8) as speed,
         (extract(epoch from clock_timestamp() - starts_at) * coalesce(speed, ${speed}::float8))::float8 as second,
         match_status as "matchStatus", clock_period as "clockPeriod", minute, state, is_stopped as "isStopped"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where (match_status between 1 and 5 or (match_status = 0 and starts_at <= clock_timestamp()))
     and feed = 'simulator' and seed is not null and model is not null
     and coalesce(speed, ${speed}::float8) is not null
   order by fixture.id
   limit 500`

/**
 * Simulated matches that began so long ago and have not ended. Read without a lock: the intake locks what it is told
 * of, in its own order, and said twice it changes nothing.
 */
export const selectUnplayed = (tx: Tx, afterHours: number) => tx<{ key: string; state: SportState | null }[]>`
  select feed_key as key, state
    from sportsbook_fixture
   where match_status between 0 and 5 and feed = 'simulator'
     and starts_at < clock_timestamp() - make_interval(hours => ${afterHours})
   order by id
   limit 500`

/** From its kick-off on a match keeps its speed, so that a restart with another setting does not move its clock. */
export const keepSpeeds = (tx: Tx, ids: readonly number[], speeds: readonly number[]) => tx`
  update sportsbook_fixture fixture set speed = row.speed
    from unnest(${ids}::bigint[], ${speeds}::float8[]) as row (id, speed)
   where fixture.id = row.id and fixture.speed is null`

export const setCalendarSeed = (sql: Sql, seed: string) => sql`
  update sportsbook_feed set calendar_seed = ${seed} where name = 'simulator' and calendar_seed is null`

/** What the calendar grows from; nothing where there is no calendar. */
export const selectCalendarSeed = async (sql: Sql): Promise<string | undefined> => {
  const rows = await sql<{ seed: string | null }[]>`
    select calendar_seed as seed from sportsbook_feed where name = 'simulator'`
  return rows[0]?.seed ?? undefined
}

export const selectKnownKeys = (tx: Tx, keys: readonly string[]) => tx<{ key: string }[]>`
  select feed_key as key from sportsbook_fixture where feed = 'simulator' and feed_key = any(${keys}::text[])`
