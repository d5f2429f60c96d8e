import type { SportState } from '@palpite/contract'
import type { Period, Sport } from '@palpite/odds'
import type { Sql, Tx } from '../../../platform/db/index.ts'
import type { Fault } from './faults.ts'

/** One server at a time plays the matches; the lock ends with the transaction. */
const LEADER = 7_264_101

export const tryLead = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ leads: boolean }[]>`select pg_try_advisory_xact_lock(${LEADER}) as leads`
  return rows[0]?.leads === true
}

/** Waits until no other server plays. */
export const lockLead = (tx: Tx) => tx`select pg_advisory_xact_lock(${LEADER})`

export type DueMatch = {
  id: number
  key: string
  sport: Sport
  competition: string
  title: string | null
  startsAt: Date
  model: object
  seed: string
  fault: Fault | null
  speed: number
  /** Where the match's clock stands now; below nought before its start. */
  second: number
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
  isStopped: boolean
  participants: { place: number; name: string; isWithdrawn: boolean }[]
}

/**
 * Simulated matches that have started by then and not been played out. Among them races in whose last minutes before the
 * start a runner is taken out.
 */
export const selectDue = async (tx: Tx, at: Date, speed: number | null): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id
      from sportsbook_fixture
     where feed = 'simulator' and seed is not null and not is_played_out and model is not null
       and starts_at <= ${at}::timestamptz + case when fault = 'withdrawn' then interval '20 minutes' else '0' end
       and starts_at <= ${at}::timestamptz + interval '20 minutes'
       and coalesce(speed, ${speed}::float8) is not null
     order by id
     limit 1000`
  return rows.map(({ id }) => id)
}

/**
 * Those of these fixtures that the simulator plays, with their clock at this moment: the time since their start times
 * their speed, and what was played ahead of it.
 */
export const selectMatches = (
  tx: Tx,
  ids: readonly number[],
  { at, speed }: { at: Date; speed: number | null },
) => tx<DueMatch[]>`
  select fixture.id, feed_key as key, competition.sport, competition.name as competition, title,
         starts_at as "startsAt", model, seed, fault, coalesce(speed, ${speed}::float8) as speed,
         (extract(epoch from ${at}::timestamptz - starts_at) * coalesce(speed, ${speed}::float8) + ahead_seconds)::float8
           as second,
         match_status as "matchStatus", clock_period as "clockPeriod", minute, state, stopped_version is not null as "isStopped",
         (select json_agg(json_build_object('place', entry.place, 'name', participant.name,
                                            'isWithdrawn', entry.is_withdrawn) order by entry.place)
            from sportsbook_fixture_participant entry
            join sportsbook_participant participant on participant.id = entry.participant_id
           where entry.fixture_id = fixture.id) as participants
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.id = any(${ids}::bigint[]) and feed = 'simulator' and seed is not null and model is not null
     and coalesce(speed, ${speed}::float8) is not null
   order by fixture.id`

/**
 * Puts the clock of a match that has started on this second at this moment; it goes on from there at the match's own speed.
 * A thousandth more, so that rounding never puts the clock before what was just played.
 */
export const setClock = (
  tx: Tx,
  { id, at, speed, second }: { id: number; at: Date; speed: number; second: number },
) => tx`
  update sportsbook_fixture
     set ahead_seconds =
           ${second}::float8 + 0.001 - extract(epoch from ${at}::timestamptz - starts_at) * ${speed}::float8
   where id = ${id}`

/** Nothing more will be said of these. */
export const markPlayedOut = (tx: Tx, ids: readonly number[]) => tx`
  update sportsbook_fixture set is_played_out = true where id = any(${ids}::bigint[])`

/**
 * Simulated matches that began so long ago and have not ended. Read without a lock: the intake locks what it is told
 * of, in its own order, and said twice it changes nothing.
 */
export const selectUnplayed = (tx: Tx, afterHours: number) => tx<{ key: string; state: SportState | null }[]>`
  select feed_key as key, state
    from sportsbook_fixture
   where (match_status between 0 and 5 or match_status in (-11, -13)) and feed = 'simulator'
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

/** Which of these fixtures are there, and whether more than these main markets were offered on them. */
export const selectKnownKeys = (sql: Sql, keys: readonly string[], mainTypes: readonly string[]) => sql<
  { key: string; isDeep: boolean }[]
>`
  select feed_key as key,
         match_status <> 0 or exists (
           select from sportsbook_market
            where fixture_id = fixture.id and type <> all(${mainTypes}::text[])) as "isDeep"
    from sportsbook_fixture fixture
   where feed = 'simulator' and feed_key = any(${keys}::text[])`
