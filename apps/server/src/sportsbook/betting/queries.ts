import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import { FIXTURE_LOCKS } from '../catalogue/index.ts'

/**
 * The bets that these requests of players placed earlier. A sub-select for each request, not a join: over a table that has
 * just begun to grow the planner would rather read all of it (5 ms a list against 0.5 ms).
 */
export const selectEarlier = (sql: Sql, playerIds: readonly number[], requestIds: readonly string[]) => sql<
  { playerId: number; requestId: string; id: number }[]
>`
  select player_id as "playerId", request_id as "requestId", id
    from (select request.player_id, request.request_id,
                 (select bet.id from sportsbook_bet bet
                   where bet.player_id = request.player_id and bet.request_id = request.request_id) as id
            from unnest(${playerIds}::bigint[], ${requestIds}::text[]) as request (player_id, request_id)
          offset 0) as earlier
   where id is not null`

/** Outcomes of matches that are being played, those that may be bet on now or soon. */
export const selectInPlay = (sql: Sql) => sql<{ outcomeId: number }[]>`
  select outcome.id as "outcomeId"
    from sportsbook_fixture fixture
    join sportsbook_market market on market.fixture_id = fixture.id and market.status in ('open', 'suspended')
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where fixture.match_status between 1 and 5`

export type HeldFixture = {
  fixtureId: number
  /** The first of 1024 ids for bets that are the list's own; the same on each row, because a statement of its own would cost as much as two bets. */
  firstBetId: number
}

/**
 * Holds the fixtures of these outcomes, by ascending id: a feed that wants to change prices, stop betting or end a
 * match waits until these lists are committed, and lists that come after it wait for the feed. A statement of its own,
 * before the quotes are read: a read that waited for a lock would answer with prices from before the wait.
 */
export const holdFixtures = (tx: Tx, outcomeIds: readonly number[]) => tx<HeldFixture[]>`
  select fixture.id as "fixtureId", (select nextval('sportsbook_bet_id_seq')) as "firstBetId"
    from (select distinct market.fixture_id as id
            from sportsbook_outcome outcome
            join sportsbook_market market on market.id = outcome.market_id
           where outcome.id = any(${outcomeIds}::bigint[])
           order by 1) as fixture
   cross join lateral pg_advisory_xact_lock_shared(${FIXTURE_LOCKS}::integer, (fixture.id % 2147483648)::integer)`

export type QuoteRow = {
  outcomeId: number
  marketId: number
  fixtureId: number
  code: string
  priceMilli: number
  priceVersion: number
  marketType: string
  period: number
  lineQuarters: number | null
  marketStatus: 'open' | 'suspended' | 'closed' | 'settled'
  home: string
  away: string
  startsAt: Date
  matchStatus: number
  minute: number | null
  homeScore: number | null
  awayScore: number | null
  simulated: boolean
  isBeforeStart: boolean
  isFeedHeard: boolean
  /** The database's clock as the prices were read: one instant for all rows. `now()` would be when the transaction began. */
  at: Date
}

/** These outcomes as they stand, each with its market, its match and whether its feed was heard in the last seconds. */
export const selectQuotes = (sql: Sql, outcomeIds: readonly number[], silenceSeconds: number) => sql<
  QuoteRow[]
>`
  select outcome.id as "outcomeId", market.id as "marketId", fixture.id as "fixtureId", outcome.outcome_code as code,
         outcome.price_milli as "priceMilli", outcome.version as "priceVersion", market.type as "marketType",
         market.period, market.line_quarters as "lineQuarters", market.status as "marketStatus",
         home.name as home, away.name as away, fixture.starts_at as "startsAt",
         fixture.match_status as "matchStatus", fixture.minute, fixture.home_score as "homeScore",
         fixture.away_score as "awayScore", fixture.simulated, fixture.starts_at > statement_timestamp() as "isBeforeStart",
         coalesce(feed.alive_at > statement_timestamp() - make_interval(secs => ${silenceSeconds}), false)
           as "isFeedHeard",
         statement_timestamp() as at
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_feed feed on feed.name = fixture.feed
    join sportsbook_team home on home.id = fixture.home_team_id
    join sportsbook_team away on away.id = fixture.away_team_id
   where outcome.id = any(${outcomeIds}::bigint[])`

export const insertBets = insertInto('sportsbook_bet', {
  id: 'bigint',
  playerId: 'bigint',
  requestId: 'text',
  stakeCents: 'bigint',
  cashCents: 'bigint',
  bonusCents: 'bigint',
  priceMilli: 'int',
  potentialReturnCents: 'bigint',
  requestedPriceMilli: 'int',
  accept: 'text',
  placedAt: 'timestamptz',
})

export const insertLegs = insertInto('sportsbook_leg', {
  betId: 'bigint',
  playerId: 'bigint',
  place: 'int',
  fixtureId: 'bigint',
  outcomeId: 'bigint',
  priceMilli: 'int',
  priceVersion: 'int',
})

export type BetRow = {
  id: number
  playerId: number
  status: 'open' | 'settled'
  stakeCents: number
  potentialReturnCents: number
  requestedPriceMilli: number
  accept: 'exact' | 'better' | 'any'
  placedAt: Date
  won: number | null
  refunded: number | null
  parts: number | null
  returnCents: number | null
  settledAt: Date | null
}

export const selectBets = (sql: Sql, ids: readonly number[]) => sql<BetRow[]>`
  select id, player_id as "playerId", status, stake_cents as "stakeCents",
         potential_return_cents as "potentialReturnCents", requested_price_milli as "requestedPriceMilli", accept,
         placed_at as "placedAt", won, refunded, parts, return_cents as "returnCents", settled_at as "settledAt"
    from sportsbook_bet
   where id = any(${ids}::bigint[])
   order by id desc`

export type LegRow = {
  betId: number
  outcomeId: number
  fixtureId: number
  home: string
  away: string
  startsAt: Date
  marketType: string
  period: number
  lineQuarters: number | null
  code: string
  priceMilli: number
  won: number | null
  refunded: number | null
  parts: number | null
  homeScore: number | null
  awayScore: number | null
  matchStatus: number
  minute: number | null
  simulated: boolean
}

export const selectLegs = (sql: Sql, betIds: readonly number[]) => sql<LegRow[]>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", leg.fixture_id as "fixtureId",
         home.name as home, away.name as away, fixture.starts_at as "startsAt",
         market.type as "marketType", market.period, market.line_quarters as "lineQuarters",
         outcome.outcome_code as code, leg.price_milli as "priceMilli", outcome.won, outcome.refunded, outcome.parts,
         fixture.home_score as "homeScore", fixture.away_score as "awayScore",
         fixture.match_status as "matchStatus", fixture.minute, fixture.simulated
    from sportsbook_leg leg
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = leg.fixture_id
    join sportsbook_team home on home.id = fixture.home_team_id
    join sportsbook_team away on away.id = fixture.away_team_id
   where leg.bet_id = any(${betIds}::bigint[])
   order by leg.bet_id, leg.place`

export type BetFilter = 'open' | 'settled' | 'won' | 'lost'

/** A page of the player's bets, newest first. A bet is won when it returns more than its stake, lost when less. */
export const selectPage = (
  sql: Sql,
  playerId: number,
  page: { filter: BetFilter | null; before: number; max: number },
) => sql<{ id: number }[]>`
  select id
    from sportsbook_bet
   where player_id = ${playerId} and id < ${page.before}
     and case ${page.filter}::text
           when 'open' then status = 'open'
           when 'settled' then status = 'settled'
           when 'won' then return_cents > stake_cents
           when 'lost' then return_cents < stake_cents
           else true
         end
   order by id desc
   limit ${page.max}`
