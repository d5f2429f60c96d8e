import type { Period, Side } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { BUILDER } from '../sports/adapter.ts'

/** A builder's last request time is stored at most this often: a popular one is requested all the time. */
const ASKED_MINUTES = 10

/** The pricing models of matches; null for externally priced ones. */
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

/** The open outcomes of these matches: a bet builder pays no more than an equivalent single. */
export const selectSingles = (sql: Sql, fixtureIds: readonly number[]) => sql<SingleRow[]>`
  select market.fixture_id as "fixtureId", market.type, market.period, market.line_quarters as "lineQuarters",
         market.side, outcome.outcome_code as code, outcome.price_milli as "priceMilli"
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id and outcome.is_offered
   where market.fixture_id = any(${fixtureIds}::bigint[])
     and market.selections is null and market.status in ('open', 'suspended')`

/** The outcome of the bet builder with these selections, ascending, if it was requested before. */
export const selectBuilder = (sql: Sql, selections: readonly number[]) => sql<
  { outcomeId: number; marketId: number; isLongAgo: boolean }[]
>`
  select outcome.id as "outcomeId", market.id as "marketId",
         coalesce(market.asked_at < now() - make_interval(mins => ${ASKED_MINUTES}), false) as "isLongAgo"
    from sportsbook_outcome selected
    join sportsbook_market own on own.id = selected.market_id
    join sportsbook_market market
      on market.fixture_id = own.fixture_id and market.type = ${BUILDER} and market.period = 'full'
     and market.selections = ${selections}::bigint[]
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where selected.id = ${selections[0] ?? 0}`

/** Records the request, so that it is not deleted for a while. */
export const touchBuilder = (sql: Sql, marketId: number) => sql`
  update sportsbook_market set asked_at = now() where id = ${marketId} and asked_at is not null`

/** Serialises builders created by one player, so that the count is exact. */
export const lockMaker = (tx: Tx, playerId: number) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`sportsbook:builders:${playerId}`}, 0))`

/** How many bet builders of this match the player has had created. */
export const countMade = async (tx: Tx, fixtureId: number, playerId: number): Promise<number> => {
  const [row] = await tx<{ made: number }[]>`
    select count(*)::integer as made from sportsbook_market
     where fixture_id = ${fixtureId} and type = ${BUILDER} and asked_by = ${playerId}`
  return row?.made ?? 0
}

type MadeBuilder = {
  fixtureId: number
  selections: readonly number[]
  priceMilli: number
  playerId: number
}

/** Creates the market of a bet builder with its one outcome, if it does not exist. */
export const insertBuilder = (sql: Sql, { fixtureId, selections, priceMilli, playerId }: MadeBuilder) => sql`
  with market as (
    insert into sportsbook_market (fixture_id, type, period, status, selections, asked_by, asked_at)
    values (${fixtureId}, ${BUILDER}, 'full', 'open', ${selections}::bigint[], ${playerId}, now())
    on conflict do nothing
    returning id
  )
  insert into sportsbook_outcome (market_id, outcome_code, price_milli)
  select market.id, 'yes', ${priceMilli}::integer from market`

/** Bet builders requested long ago and not checked since, longest ago first. */
export const selectAskedLongAgo = (sql: Sql, minutes: number, max: number) => sql<
  { marketId: number; outcomeId: number }[]
>`
  select market.id as "marketId", outcome.id as "outcomeId"
    from (select id from sportsbook_market
           where asked_at < now() - make_interval(mins => ${minutes})
           order by asked_at
           limit ${max}) as market
    join sportsbook_outcome outcome on outcome.market_id = market.id`

/** Keeps bet builders with a bet or a boost for good. The others stay until `deleteUnused`. */
export const keepUsed = (tx: Tx, marketIds: readonly number[]) => tx`
  update sportsbook_market market set asked_at = null
    from sportsbook_outcome outcome
   where market.id = any(${marketIds}::bigint[]) and outcome.market_id = market.id
     and (exists (select from sportsbook_leg leg
                   where leg.fixture_id = market.fixture_id and leg.outcome_id = outcome.id)
          or exists (select from sportsbook_price_boost boost where boost.outcome_id = outcome.id))`

/** Deletes bet builders, with their outcomes, that are not kept and were not requested again. */
export const deleteUnused = (tx: Tx, marketIds: readonly number[], minutes: number) => tx<
  { marketId: number }[]
>`
  delete from sportsbook_market
   where id = any(${marketIds}::bigint[]) and asked_at < now() - make_interval(mins => ${minutes})
  returning id as "marketId"`
