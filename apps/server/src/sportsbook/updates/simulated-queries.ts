import type { SportState } from '@palpite/contract'
import type { Period, Sport } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'

/** A match the simulator plays, with any disruption. */
export type DueMatch<Fault extends string = string> = {
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
  /** The match clock now; negative before the start. */
  second: number
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
  isStopped: boolean
  participants: { place: number; name: string; isWithdrawn: boolean }[]
}

/**
 * Simulated matches started by then and not finished, and races in the last minutes before the start, when a runner
 * may be withdrawn.
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
 * Those of these fixtures that the simulator plays, with their clock at this moment: the time since the start times
 * their speed, plus what was played ahead.
 */
export const selectMatches = <Fault extends string>(
  tx: Tx,
  ids: readonly number[],
  { at, speed }: { at: Date; speed: number | null },
) => tx<DueMatch<Fault>[]>`
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
 * Sets the clock of a started match to this second at this moment; it continues at the match's own speed. A
 * thousandth more, so that rounding never sets the clock before what was just played.
 */
export const setClock = (
  tx: Tx,
  { id, at, speed, second }: { id: number; at: Date; speed: number; second: number },
) => tx`
  update sportsbook_fixture
     set ahead_seconds =
           ${second}::float8 + 0.001 - extract(epoch from ${at}::timestamptz - starts_at) * ${speed}::float8
   where id = ${id}`

/** Marks these as finished: no more messages follow. */
export const markPlayedOut = (tx: Tx, ids: readonly number[]) => tx`
  update sportsbook_fixture set is_played_out = true where id = any(${ids}::bigint[])`

/**
 * Simulated matches started this long ago and not ended. Read without a lock: the intake locks the fixtures in its
 * own order, and a repeated message changes nothing.
 */
export const selectUnplayed = (tx: Tx, afterHours: number) => tx<{ key: string; state: SportState | null }[]>`
  select feed_key as key, state
    from sportsbook_fixture
   where (match_status between 0 and 5 or match_status in (-11, -13)) and feed = 'simulator'
     and starts_at < clock_timestamp() - make_interval(hours => ${afterHours})
   order by id
   limit 500`

/** From kick-off on a match keeps its speed, so that a restart with another setting does not move its clock. */
export const keepSpeeds = (tx: Tx, ids: readonly number[], speeds: readonly number[]) => tx`
  update sportsbook_fixture fixture set speed = row.speed
    from unnest(${ids}::bigint[], ${speeds}::float8[]) as row (id, speed)
   where fixture.id = row.id and fixture.speed is null`

/** Which of these fixtures exist, and whether more than these main markets were offered on them. */
export const selectKnownKeys = (sql: Sql, keys: readonly string[], mainTypes: readonly string[]) => sql<
  { key: string; isDeep: boolean }[]
>`
  select feed_key as key,
         match_status <> 0 or exists (
           select from sportsbook_market
            where fixture_id = fixture.id and type <> all(${mainTypes}::text[])) as "isDeep"
    from sportsbook_fixture fixture
   where feed = 'simulator' and feed_key = any(${keys}::text[])`

export type OpenOutright = {
  key: string
  competitionId: number
  season: string
  participants: { place: number; name: string }[]
}

/**
 * The simulator's outrights whose season is over by this moment: its last day has passed and each match has ended; or
 * all open ones.
 */
export const selectOpenOutrights = (sql: Sql, at: Date, isCut: boolean) => sql<OpenOutright[]>`
  select fixture.feed_key as key, fixture.competition_id as "competitionId", fixture.season,
         (select json_agg(json_build_object('place', entry.place, 'name', participant.name) order by entry.place)
            from sportsbook_fixture_participant entry
            join sportsbook_participant participant on participant.id = entry.participant_id
           where entry.fixture_id = fixture.id) as participants
    from sportsbook_fixture fixture
   where fixture.is_outright and fixture.feed = 'simulator' and fixture.match_status = 0
     and (${isCut}::boolean
          or (fixture.starts_at <= ${at}::timestamptz - interval '1 day'
              and not exists (
                select from sportsbook_fixture other
                 where other.competition_id = fixture.competition_id and other.season = fixture.season
                   and not other.is_outright and (other.match_status between 0 and 5 or other.match_status in (-11, -13)))))
   order by fixture.id`

/**
 * The finished matches of a season, by the feed's keys, its competition (null before the first fixture), and whether
 * one of its matches is in play or interrupted: then it has a score that is no result yet.
 */
export const selectEnded = async (
  sql: Sql,
  { sport, competition, season }: { sport: string; competition: string; season: string },
): Promise<{ id: number | null; keys: string[]; isInPlay: boolean }> => {
  const rows = await sql<{ id: number; keys: string[]; isInPlay: boolean }[]>`
    select competition.id,
           array(select feed_key from sportsbook_fixture
                  where competition_id = competition.id and season = ${season} and not is_outright
                    and match_status < 0 and match_status not in (-11, -13)) as keys,
           exists (select from sportsbook_fixture
                    where competition_id = competition.id
                      and (match_status between 1 and 5 or match_status = -13)) as "isInPlay"
      from sportsbook_competition competition
     where competition.sport = ${sport} and competition.name = ${competition}`
  return rows[0] ?? { id: null, keys: [], isInPlay: false }
}

/** The simulator's open outrights, by the feed's keys, on the seasons in which these matches count. */
export const selectOutrightsOf = async (tx: Tx, fixtureIds: readonly number[]): Promise<string[]> => {
  const rows = await tx<{ key: string }[]>`
    select feed_key as key
      from sportsbook_fixture
     where feed = 'simulator' and is_outright and match_status = 0
       and (competition_id, season) in (select competition_id, season from sportsbook_fixture
                                         where id = any(${fixtureIds}::bigint[]))
     order by id`
  return rows.map(({ key }) => key)
}
