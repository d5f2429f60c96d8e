import type { SportState } from '@palpite/contract'
import type { Period, Side } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { mainMarketsOfAll } from '../sports/table.ts'

/** The participants of a fixture, by position. */
export type ParticipantRow = { place: number; name: string; isWithdrawn: boolean }

/** The state of a fixture, as stored. */
export type FixtureStateRow = {
  sport: string
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
}

export type FixtureRow = FixtureStateRow & {
  id: number
  competition: string
  simulated: boolean
  isOutright: boolean
  title: string | null
  participants: ParticipantRow[]
  startsAt: Date
  isDayOnly: boolean
  /** The version of the last stop of all its markets; those named since are open again. */
  stoppedVersion: number | null
  version: number
  marketCount: number
}

/** Most fixtures per answer: a week of the busiest competitions. */
const MAX_FIXTURES = 600

/** Fixtures in play. */
export const selectLive = (sql: Sql, sport: string) => sql<{ id: number }[]>`
  select fixture.id
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.match_status between 1 and 5 and competition.sport = ${sport}
   order by fixture.starts_at, fixture.id
   limit ${MAX_FIXTURES}`

/** Fixtures still to start on one day in São Paulo; 0 is today. */
export const selectComing = (sql: Sql, sport: string, day: number) => sql<{ id: number }[]>`
  with bounds as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') as today
  )
  select fixture.id
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    cross join bounds
   where fixture.match_status = 0 and not fixture.is_outright and competition.sport = ${sport}
     and fixture.starts_at > now()
     and fixture.starts_at >= (bounds.today + make_interval(days => ${day})) at time zone 'America/Sao_Paulo'
     and fixture.starts_at < (bounds.today + make_interval(days => ${day + 1})) at time zone 'America/Sao_Paulo'
   order by fixture.starts_at, fixture.id
   limit ${MAX_FIXTURES}`

/** The first day in São Paulo in this range with a fixture still to start; 0 is today. */
export const selectFirstDay = (sql: Sql, sport: string, { from, to }: { from: number; to: number }) => sql<
  { day: number | null }[]
>`
  with bounds as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') as today
  )
  select min((fixture.starts_at at time zone 'America/Sao_Paulo')::date - bounds.today::date) as day
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    cross join bounds
   where fixture.match_status = 0 and not fixture.is_outright and competition.sport = ${sport}
     and fixture.starts_at > now()
     and fixture.starts_at >= (bounds.today + make_interval(days => ${from})) at time zone 'America/Sao_Paulo'
     and fixture.starts_at < (bounds.today + make_interval(days => ${to + 1})) at time zone 'America/Sao_Paulo'`

/** Outright winner markets of a sport with an open price; the earliest decided first. */
export const selectOutrights = (sql: Sql, sport: string) => sql<{ id: number }[]>`
  select fixture.id
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.is_outright and fixture.match_status = 0 and fixture.starts_at > now()
     and competition.sport = ${sport} and sportsbook_has_price(fixture)
   order by fixture.starts_at, fixture.id
   limit ${MAX_FIXTURES}`

export const selectFixtures = (sql: Sql, ids: readonly number[]) => sql<FixtureRow[]>`
  select fixture.id, competition.sport, competition.name as competition, fixture.simulated,
         fixture.is_outright as "isOutright", fixture.title,
         taking_part.participants, fixture.starts_at as "startsAt", fixture.is_day_only as "isDayOnly",
         fixture.match_status as "matchStatus", fixture.clock_period as "clockPeriod", fixture.minute, fixture.state,
         fixture.stopped_version as "stoppedVersion",
         fixture.version, coalesce(market.count, 0)::integer as "marketCount"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    join lateral (
      select coalesce(json_agg(json_build_object('place', entry.place, 'name', participant.name,
                                                 'isWithdrawn', entry.is_withdrawn) order by entry.place), '[]')
               as participants
        from sportsbook_fixture_participant entry
        join sportsbook_participant participant on participant.id = entry.participant_id
       where entry.fixture_id = fixture.id) taking_part on true
    left join (
      select fixture_id, count(*) as count
        from sportsbook_market
       where fixture_id = any(${ids}::bigint[]) and status in ('open', 'suspended') and selections is null
       group by fixture_id) market on market.fixture_id = fixture.id
   where fixture.id = any(${ids}::bigint[])
   order by fixture.starts_at, fixture.id`

export type OutcomeRow = {
  id: number
  code: string
  priceMilli: number
  isOffered: boolean
  won: number | null
  refunded: number | null
  parts: number | null
  marketId: number
  fixtureId: number
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  marketStatus: 'open' | 'suspended' | 'closed' | 'settled'
}

const mainTypes = mainMarketsOfAll.map(({ type }) => type)
const mainPeriods = mainMarketsOfAll.map(({ period }) => period)

/** Outcomes of these fixtures by market: all, or only those for a list (main markets, half lines only). */
export const selectOutcomes = (sql: Sql, fixtureIds: readonly number[], isForList: boolean) => sql<
  OutcomeRow[]
>`
  select outcome.id, outcome.outcome_code as code, outcome.price_milli as "priceMilli",
         outcome.is_offered as "isOffered", outcome.won, outcome.refunded, outcome.parts,
         market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side,
         sportsbook_market_status(market, fixture) as "marketStatus"
    from sportsbook_market market
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[]) and market.selections is null
     and (not ${isForList}::boolean
          or ((market.type, market.period) in (select type, period from unnest(${mainTypes}::text[], ${mainPeriods}::text[]) as main (type, period))
              and (market.line_quarters is null or market.line_quarters % 4 in (2, -2))))
   order by market.fixture_id, market.id, outcome.id`

export type SportRow = { sport: string; live: number; today: number; coming: number; outrights: number }

/** The sports with competitions, with their numbers of fixtures in play and to come, and of outrights. */
export const selectSports = (sql: Sql) => sql<SportRow[]>`
  with bounds as (
    select (date_trunc('day', now() at time zone 'America/Sao_Paulo') + interval '1 day')
             at time zone 'America/Sao_Paulo' as tomorrow
  )
  select competition.sport,
         count(*) filter (where fixture.match_status between 1 and 5)::integer as live,
         count(*) filter (where fixture.match_status = 0 and fixture.starts_at < bounds.tomorrow)::integer as today,
         count(*) filter (where fixture.match_status = 0)::integer as coming,
         (select count(*)::integer
            from sportsbook_fixture fixture
            join sportsbook_competition own on own.id = fixture.competition_id
           where own.sport = competition.sport and fixture.is_outright and fixture.match_status = 0
             and fixture.starts_at > now() and sportsbook_has_price(fixture)) as outrights
    from sportsbook_competition competition
    cross join bounds
    left join sportsbook_fixture fixture
      on fixture.competition_id = competition.id and not fixture.is_outright
     and (fixture.match_status between 1 and 5 or (fixture.match_status = 0 and fixture.starts_at > now()))
   group by competition.sport`

/**
 * The class of the advisory locks of fixtures; the second number is the fixture's id. Lists of bets share a fixture's
 * lock until they are committed, and a feed locks it exclusively before it changes prices, stops betting or moves the
 * match. Not the fixture's row: `for key share` overtakes transactions waiting `for update`, so overlapping lists
 * would keep a bet stop waiting for as long as they come (over half a minute was seen). These locks are granted in
 * the order requested.
 */
export const FIXTURE_LOCKS = 7_264

/** All outcomes of these markets, by market. */
export const selectOutcomesOf = (sql: Sql, marketIds: readonly number[]) => sql<OutcomeRow[]>`
  select outcome.id, outcome.outcome_code as code, outcome.price_milli as "priceMilli",
         outcome.is_offered as "isOffered", outcome.won, outcome.refunded, outcome.parts,
         market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side,
         sportsbook_market_status(market, fixture) as "marketStatus"
    from sportsbook_market market
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.id = any(${marketIds}::bigint[])
   order by market.fixture_id, market.id, outcome.id`

/** The current versions of these fixtures. */
export const selectVersions = (sql: Sql, fixtureIds: readonly number[]) => sql<
  { fixtureId: number; version: number }[]
>`
  select id as "fixtureId", version from sportsbook_fixture where id = any(${fixtureIds}::bigint[])`

export type NamedRow = {
  id: number
  sport: string
  competition: string
  title: string | null
  names: string[]
  /** In play, or its day in São Paulo; 0 is today. */
  isLive: boolean
  day: number
}

/** More fixtures than twelve sports have in a week; the search reads no further. */
const MAX_NAMED = 10_000
const DAYS = 8

/** The search index: fixtures in play or within the week, with all their names. */
export const selectNamed = (sql: Sql) => sql<NamedRow[]>`
  with bounds as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') as today
  )
  select fixture.id, competition.sport, competition.name as competition, fixture.title,
         array(select participant.name
                 from sportsbook_fixture_participant entry
                 join sportsbook_participant participant on participant.id = entry.participant_id
                where entry.fixture_id = fixture.id
                order by entry.place) as names,
         fixture.match_status between 1 and 5 as "isLive",
         (fixture.starts_at at time zone 'America/Sao_Paulo')::date - bounds.today::date as day
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    cross join bounds
   where fixture.match_status between 1 and 5
      or (fixture.match_status = 0 and fixture.starts_at > now()
          and fixture.starts_at < (bounds.today + make_interval(days => ${DAYS})) at time zone 'America/Sao_Paulo')
   order by fixture.match_status = 0, fixture.starts_at, fixture.id
   limit ${MAX_NAMED}`

/** Fixtures in play of all sports: the first of each, then the second of each, up to this many. */
export const selectLiveInTurn = (sql: Sql, limit: number) => sql<{ id: number }[]>`
  select live.id
    from (select fixture.id, competition.sport,
                 row_number() over (partition by competition.sport order by fixture.starts_at, fixture.id) as turn
            from sportsbook_fixture fixture
            join sportsbook_competition competition on competition.id = fixture.competition_id
           where fixture.match_status between 1 and 5) live
   order by live.turn, live.sport
   limit ${limit}`
