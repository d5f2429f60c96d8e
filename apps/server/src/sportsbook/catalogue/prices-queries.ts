import type { Sql } from '../../platform/db/index.ts'
import type { OutcomeRow } from './queries.ts'

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

/** The versions of these fixtures now. */
export const selectVersions = (sql: Sql, fixtureIds: readonly number[]) => sql<
  { fixtureId: number; version: number }[]
>`
  select id as "fixtureId", version from sportsbook_fixture where id = any(${fixtureIds}::bigint[])`
