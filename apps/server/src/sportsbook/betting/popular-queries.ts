import type { Sql } from '../../platform/db/index.ts'

/** A match, or with no number a league, and how many players have bet on it. */
export type PopularRow = { sport: string; competition: string; fixtureId: number | null }

/** What is looked at: the newest bets, however many stand in all. An evening of a busy house. */
const MAX_BETS = 20_000
/** So few players make nothing popular, and what one of them bets on is nobody else's to know. */
const MIN_PLAYERS = 3
const MAX_ROWS = 200

/** The matches and the leagues that can still be bet on, those with most players among the newest bets first. */
export const selectPopular = (sql: Sql) => sql<PopularRow[]>`
  with recent as (
    select id from sportsbook_bet order by id desc limit ${MAX_BETS}
  )
  select competition.sport, competition.name as competition, fixture.id as "fixtureId"
    from recent
    join sportsbook_leg leg on leg.bet_id = recent.id
    join sportsbook_fixture fixture on fixture.id = leg.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where not fixture.is_outright
     and (fixture.match_status between 1 and 5 or (fixture.match_status = 0 and fixture.starts_at > now()))
   group by grouping sets ((competition.sport, competition.name, fixture.id), (competition.sport, competition.name))
  having count(distinct leg.player_id) >= ${MIN_PLAYERS}
   order by count(distinct leg.player_id) desc, fixture.id, competition.name
   limit ${MAX_ROWS}`
