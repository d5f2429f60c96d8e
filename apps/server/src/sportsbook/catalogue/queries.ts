import type { Sql } from '../../platform/db/index.ts'

export type FixtureRow = {
  id: number
  sport: string
  competition: string
  simulated: boolean
  home: string
  away: string
  startsAt: Date
  matchStatus: number
  minute: number | null
  homeScore: number | null
  awayScore: number | null
  homeCorners: number | null
  awayCorners: number | null
  homeCards: number | null
  awayCards: number | null
  version: number
  marketCount: number
}

/** Most fixtures one answer holds: a week of the busiest competitions. */
const MAX_FIXTURES = 600

/** Fixtures that are being played. */
export const selectLive = (sql: Sql, sport: string) => sql<{ id: number }[]>`
  select fixture.id
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.match_status between 1 and 5 and competition.sport = ${sport}
   order by fixture.starts_at, fixture.id
   limit ${MAX_FIXTURES}`

/** Fixtures still to start on one day of the house; 0 is today. */
export const selectComing = (sql: Sql, sport: string, day: number) => sql<{ id: number }[]>`
  with bounds as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') as today
  )
  select fixture.id
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    cross join bounds
   where fixture.match_status = 0 and competition.sport = ${sport}
     and fixture.starts_at > now()
     and fixture.starts_at >= (bounds.today + make_interval(days => ${day})) at time zone 'America/Sao_Paulo'
     and fixture.starts_at < (bounds.today + make_interval(days => ${day + 1})) at time zone 'America/Sao_Paulo'
   order by fixture.starts_at, fixture.id
   limit ${MAX_FIXTURES}`

/** The first day of the house, up to the last one asked, that has a fixture still to start; 0 is today. */
export const selectFirstDay = (sql: Sql, sport: string, lastDay: number) => sql<{ day: number | null }[]>`
  with bounds as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') as today
  )
  select min((fixture.starts_at at time zone 'America/Sao_Paulo')::date - bounds.today::date) as day
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    cross join bounds
   where fixture.match_status = 0 and competition.sport = ${sport}
     and fixture.starts_at > now()
     and fixture.starts_at < (bounds.today + make_interval(days => ${lastDay + 1})) at time zone 'America/Sao_Paulo'`

export const selectFixtures = (sql: Sql, ids: readonly number[]) => sql<FixtureRow[]>`
  select fixture.id, competition.sport, competition.name as competition,
         fixture.simulated, home.name as home, away.name as away,
         fixture.starts_at as "startsAt", fixture.match_status as "matchStatus", fixture.minute,
         fixture.home_score as "homeScore", fixture.away_score as "awayScore",
         fixture.home_corners as "homeCorners", fixture.away_corners as "awayCorners",
         fixture.home_cards as "homeCards", fixture.away_cards as "awayCards",
         fixture.version, coalesce(market.count, 0)::integer as "marketCount"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    join sportsbook_team home on home.id = fixture.home_team_id
    join sportsbook_team away on away.id = fixture.away_team_id
    left join (
      select fixture_id, count(*) as count
        from sportsbook_market
       where fixture_id = any(${ids}::bigint[]) and status in ('open', 'suspended')
       group by fixture_id) market on market.fixture_id = fixture.id
   where fixture.id = any(${ids}::bigint[])
   order by fixture.starts_at, fixture.id`

export type OutcomeRow = {
  id: number
  code: string
  priceMilli: number
  won: number | null
  refunded: number | null
  parts: number | null
  marketId: number
  fixtureId: number
  type: string
  period: number
  lineQuarters: number | null
  marketStatus: 'open' | 'suspended' | 'closed' | 'settled'
}

/** Outcomes of these fixtures by market: all, or only those a list shows (1X2 and half lines of the match). */
export const selectOutcomes = (sql: Sql, fixtureIds: readonly number[], isForList: boolean) => sql<
  OutcomeRow[]
>`
  select outcome.id, outcome.outcome_code as code, outcome.price_milli as "priceMilli",
         outcome.won, outcome.refunded, outcome.parts,
         market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.status as "marketStatus"
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[])
     and (not ${isForList}::boolean
          or (market.period = 1 and (market.line_quarters is null or market.line_quarters % 4 = 2)))
   order by market.fixture_id, market.period, market.type, market.line_quarters, market.id, outcome.id`

export type SportRow = { sport: string; live: number; today: number; coming: number }

/** The sports that have a competition, with their numbers of fixtures in play and to come. */
export const selectSports = (sql: Sql) => sql<SportRow[]>`
  with bounds as (
    select (date_trunc('day', now() at time zone 'America/Sao_Paulo') + interval '1 day')
             at time zone 'America/Sao_Paulo' as tomorrow
  )
  select competition.sport,
         count(*) filter (where fixture.match_status between 1 and 5)::integer as live,
         count(*) filter (where fixture.match_status = 0 and fixture.starts_at < bounds.tomorrow)::integer as today,
         count(*) filter (where fixture.match_status = 0)::integer as coming
    from sportsbook_competition competition
    cross join bounds
    left join sportsbook_fixture fixture
      on fixture.competition_id = competition.id
     and (fixture.match_status between 1 and 5 or (fixture.match_status = 0 and fixture.starts_at > now()))
   group by competition.sport`
