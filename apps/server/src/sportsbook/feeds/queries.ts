import type { Sql, Tx } from '../../platform/db/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/index.ts'

/** What the intake needs to know of a fixture to take messages about it. */
export type KnownFixture = {
  id: number
  key: string
  matchStatus: number
  minute: number | null
  homeScore: number | null
  awayScore: number | null
  halfHomeScore: number | null
  halfAwayScore: number | null
  homeCorners: number | null
  awayCorners: number | null
  homeCards: number | null
  awayCards: number | null
}

export const insertCompetitions = (tx: Tx, sports: string[], names: string[], simulated: boolean) => tx`
  insert into sportsbook_competition (sport, name, simulated)
  select distinct sport, name, ${simulated}::boolean from unnest(${sports}::text[], ${names}::text[]) as row (sport, name)
   order by 1, 2
  on conflict (sport, name) do nothing`

export const insertTeams = (tx: Tx, sports: string[], names: string[]) => tx`
  insert into sportsbook_team (sport, name)
  select distinct sport, name from unnest(${sports}::text[], ${names}::text[]) as row (sport, name)
   order by 1, 2
  on conflict (sport, name) do nothing`

export type FixtureColumns = {
  keys: string[]
  sports: string[]
  competitions: string[]
  homes: string[]
  aways: string[]
  startsAt: Date[]
  expectedHome: (number | null)[]
  expectedAway: (number | null)[]
  rho: (number | null)[]
  seeds: (string | null)[]
  speeds: (number | null)[]
}

/** A fixture that is known already keeps its teams; its kick-off and what is expected of it may change. */
export const upsertFixtures = (tx: Tx, feed: string, columns: FixtureColumns) => tx`
  insert into sportsbook_fixture as fixture
    (feed, feed_key, competition_id, home_team_id, away_team_id, starts_at,
     expected_home, expected_away, rho, seed, speed)
  select ${feed}, row.key, competition.id, home.id, away.id, row.starts_at,
         row.expected_home, row.expected_away, row.rho, row.seed, row.speed
    from unnest(${columns.keys}::text[], ${columns.sports}::text[], ${columns.competitions}::text[],
                ${columns.homes}::text[], ${columns.aways}::text[], ${columns.startsAt}::timestamptz[],
                ${columns.expectedHome}::float8[], ${columns.expectedAway}::float8[], ${columns.rho}::float8[],
                ${columns.seeds}::text[], ${columns.speeds}::float8[])
      as row (key, sport, competition, home, away, starts_at, expected_home, expected_away, rho, seed, speed)
    join sportsbook_competition competition
      on competition.sport = row.sport and competition.name = row.competition
    join sportsbook_team home on home.sport = row.sport and home.name = row.home
    join sportsbook_team away on away.sport = row.sport and away.name = row.away
   order by row.starts_at, row.key
  on conflict (feed, feed_key) do update
     set starts_at = excluded.starts_at,
         expected_home = coalesce(excluded.expected_home, fixture.expected_home),
         expected_away = coalesce(excluded.expected_away, fixture.expected_away),
         rho = coalesce(excluded.rho, fixture.rho), version = fixture.version + 1
   where (fixture.starts_at, fixture.expected_home, fixture.expected_away, fixture.rho)
         is distinct from (excluded.starts_at, excluded.expected_home, excluded.expected_away, excluded.rho)`

/**
 * Lets no bet be decided on these fixtures until the transaction ends, by ascending id: waits for the lists that hold
 * one of them, and those that come later wait. Fixtures that are not there yet have no bets, and those that are over
 * take none.
 */
export const keepBetsOut = (tx: Tx, feed: string, keys: readonly string[]) => tx`
  select fixture.id
    from (select id from sportsbook_fixture
           where feed = ${feed} and feed_key = any(${keys}::text[]) and match_status >= 0
           order by id) as fixture
   cross join lateral pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, (fixture.id % 2147483648)::integer)`

/** Fixtures of a feed, locked by ascending id against the settlement, which resolves by how they stand. */
export const lockFixtures = (tx: Tx, feed: string, keys: readonly string[]) => tx<KnownFixture[]>`
  select id, feed_key as key, match_status as "matchStatus", minute,
         home_score as "homeScore", away_score as "awayScore",
         half_home_score as "halfHomeScore", half_away_score as "halfAwayScore",
         home_corners as "homeCorners", away_corners as "awayCorners",
         home_cards as "homeCards", away_cards as "awayCards"
    from sportsbook_fixture
   where feed = ${feed} and feed_key = any(${keys}::text[])
   order by id
     for update`

export type PlayColumns = {
  ids: number[]
  matchStatuses: number[]
  minutes: (number | null)[]
  scores: [(number | null)[], (number | null)[]]
  halves: [(number | null)[], (number | null)[]]
  corners: [(number | null)[], (number | null)[]]
  cards: [(number | null)[], (number | null)[]]
}

export const updatePlays = (tx: Tx, columns: PlayColumns) => tx`
  update sportsbook_fixture fixture
     set match_status = row.match_status, minute = row.minute,
         home_score = row.home_score, away_score = row.away_score,
         half_home_score = row.half_home_score, half_away_score = row.half_away_score,
         home_corners = row.home_corners, away_corners = row.away_corners,
         home_cards = row.home_cards, away_cards = row.away_cards
    from unnest(${columns.ids}::bigint[], ${columns.matchStatuses}::smallint[], ${columns.minutes}::smallint[],
                ${columns.scores[0]}::smallint[], ${columns.scores[1]}::smallint[],
                ${columns.halves[0]}::smallint[], ${columns.halves[1]}::smallint[],
                ${columns.corners[0]}::smallint[], ${columns.corners[1]}::smallint[],
                ${columns.cards[0]}::smallint[], ${columns.cards[1]}::smallint[])
      as row (id, match_status, minute, home_score, away_score, half_home_score, half_away_score,
              home_corners, away_corners, home_cards, away_cards)
   where fixture.id = row.id`

/** Markets of periods that are over take no more bets and wait to be resolved. */
export const closeMarkets = (tx: Tx, fixtureIds: number[], periods: number[]) => tx`
  update sportsbook_market market
     set status = 'closed'
    from unnest(${fixtureIds}::bigint[], ${periods}::smallint[]) as row (fixture_id, period)
   where market.fixture_id = row.fixture_id and market.period = row.period
     and market.status in ('open', 'suspended')`

/** Resolved markets of fixtures whose result changed or was taken back are resolved anew. */
export const reopenSettled = (tx: Tx, fixtureIds: number[]) => tx`
  update sportsbook_market set status = 'closed'
   where fixture_id = any(${fixtureIds}::bigint[]) and status = 'settled'`

export type OfferColumns = {
  fixtureIds: number[]
  types: string[]
  periods: number[]
  lines: (number | null)[]
}

export const openMarkets = (tx: Tx, columns: OfferColumns) => tx`
  insert into sportsbook_market as market (fixture_id, type, period, line_quarters, status)
  select fixture_id, type, period, line, 'open'
    from unnest(${columns.fixtureIds}::bigint[], ${columns.types}::text[], ${columns.periods}::smallint[],
                ${columns.lines}::integer[]) as row (fixture_id, type, period, line)
  on conflict (fixture_id, type, period, line_quarters) do update
     set status = 'open'
   where market.status = 'suspended'`

export type PriceColumns = OfferColumns & { codes: string[]; prices: number[] }

/** New prices; one that stays the same is not touched, so its version stays too. */
export const upsertPrices = (tx: Tx, columns: PriceColumns) => tx`
  insert into sportsbook_outcome as outcome (market_id, outcome_code, price_milli)
  select market.id, row.code, row.price
    from unnest(${columns.fixtureIds}::bigint[], ${columns.types}::text[], ${columns.periods}::smallint[],
                ${columns.lines}::integer[], ${columns.codes}::text[], ${columns.prices}::integer[])
      with ordinality as row (fixture_id, type, period, line, code, price, place)
    join sportsbook_market market
      on market.fixture_id = row.fixture_id and market.type = row.type and market.period = row.period
     and market.line_quarters is not distinct from row.line and market.status = 'open'
   order by row.place
  on conflict (market_id, outcome_code) do update
     set price_milli = excluded.price_milli, version = outcome.version + 1
   where outcome.price_milli <> excluded.price_milli`

/** Open markets of these fixtures that are not among those offered. */
export const suspendOthers = (tx: Tx, fixtureIds: number[], offered: OfferColumns) => tx`
  update sportsbook_market market
     set status = 'suspended'
   where market.fixture_id = any(${fixtureIds}::bigint[]) and market.status = 'open'
     and not exists (
       select from unnest(${offered.fixtureIds}::bigint[], ${offered.types}::text[],
                          ${offered.periods}::smallint[], ${offered.lines}::integer[])
                as row (fixture_id, type, period, line)
        where row.fixture_id = market.fixture_id and row.type = market.type and row.period = market.period
          and row.line is not distinct from market.line_quarters)`

/** A new version for each fixture that changed; `stopped` is null where the stop stays as it is. */
export const bumpVersions = (
  tx: Tx,
  fixtureIds: readonly number[],
  stopped: readonly (boolean | null)[],
) => tx`
  update sportsbook_fixture fixture
     set version = fixture.version + 1, is_stopped = coalesce(row.stopped, fixture.is_stopped)
    from unnest(${fixtureIds}::bigint[], ${stopped}::boolean[]) as row (id, stopped)
   where fixture.id = row.id`

export type MarketChange = {
  fixtureId: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}

/**
 * What this transaction changed of these fixtures: the markets whose row it wrote, or one of whose outcomes; and those
 * of them that it made. Told by the rows' own `xmin`, so that no statement that writes markets can be forgotten here.
 * The lists go out as float8, which is read as numbers; lists of bigint would be read as texts.
 */
export const selectChanges = (tx: Tx, fixtureIds: readonly number[]) => tx<MarketChange[]>`
  select fixture.id as "fixtureId", fixture.version,
         coalesce(changed.ids, '{}')::float8[] as "marketIds",
         coalesce(changed.new_ids, '{}')::float8[] as "newMarketIds"
    from sportsbook_fixture fixture
    left join lateral (
      select array_agg(market.id order by market.id) as ids,
             array_agg(market.id order by market.id) filter (where outcome.is_new) as new_ids
        from sportsbook_market market
       cross join lateral (
         select bool_or(outcome.xmin = pg_current_xact_id()::xid) as is_changed,
                bool_and(outcome.xmin = pg_current_xact_id()::xid and outcome.version = 1) as is_new
           from sportsbook_outcome outcome where outcome.market_id = market.id) outcome
       where market.fixture_id = fixture.id
         and (market.xmin = pg_current_xact_id()::xid or outcome.is_changed)) changed on true
   where fixture.id = any(${fixtureIds}::bigint[])
   order by fixture.id`

/** The feed was heard just now. */
export const touchFeed = (tx: Tx, feed: string) => tx`
  update sportsbook_feed set alive_at = clock_timestamp() where name = ${feed}`

/** The database's clock; `now()` would stand still for the whole transaction. */
export const selectClock = async (sql: Sql): Promise<Date> => {
  const rows = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  return rows[0]?.at ?? new Date(Number.NaN)
}
