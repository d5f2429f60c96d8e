import type { Period, Side } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { BUILDER } from '../sports/index.ts'

/** What matches are priced from; null where their prices come from elsewhere. */
export const selectModels = (sql: Sql, fixtureIds: readonly number[]) => sql<
  { fixtureId: number; model: unknown; version: number }[]
>`
  select id as "fixtureId", model, version from sportsbook_fixture where id = any(${fixtureIds}::bigint[])`

export type SingleRow = {
  fixtureId: number
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  code: string
  priceMilli: number
}

/** What these matches offer: a bet builder pays no more than one of these that says the same. */
export const selectSingles = (sql: Sql, fixtureIds: readonly number[]) => sql<SingleRow[]>`
  select market.fixture_id as "fixtureId", market.type, market.period, market.line_quarters as "lineQuarters",
         market.side, outcome.outcome_code as code, outcome.price_milli as "priceMilli"
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id and outcome.is_offered
   where market.fixture_id = any(${fixtureIds}::bigint[])
     and market.selections is null and market.status in ('open', 'suspended')`

/** The outcome of the bet builder that needs these, ascending, where it was bet on before. */
export const selectBuilder = (sql: Sql, selections: readonly number[]) => sql<{ outcomeId: number }[]>`
  select outcome.id as "outcomeId"
    from sportsbook_outcome selected
    join sportsbook_market own on own.id = selected.market_id
    join sportsbook_market market
      on market.fixture_id = own.fixture_id and market.type = ${BUILDER} and market.period = 'full'
     and market.selections = ${selections}::bigint[]
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where selected.id = ${selections[0] ?? 0}`

/** Makes the market of a bet builder with its one outcome, where it is not there yet. */
export const insertBuilder = (
  sql: Sql,
  {
    fixtureId,
    selections,
    priceMilli,
  }: { fixtureId: number; selections: readonly number[]; priceMilli: number },
) => sql`
  with market as (
    insert into sportsbook_market (fixture_id, type, period, status, selections)
    values (${fixtureId}, ${BUILDER}, 'full', 'open', ${selections}::bigint[])
    on conflict do nothing
    returning id
  )
  insert into sportsbook_outcome (market_id, outcome_code, price_milli)
  select market.id, 'yes', ${priceMilli}::integer from market`
