import type { Sql, Tx } from '../../platform/db/index.ts'

/** Why a price by hand ended. */
export type HandEnd = 'operator' | 'time' | 'event' | 'stop' | 'price'

export const selectFixturesOfOutcomes = (sql: Sql, outcomeIds: readonly number[]) => sql<
  { fixtureId: number }[]
>`
  select distinct market.fixture_id as "fixtureId"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id and market.selections is null
   where outcome.id = any(${outcomeIds}::bigint[])`

/** An outcome of a market with its automatic price, and its price by hand if one is held. */
export type PricedOutcomeRow = {
  fixtureId: number
  marketId: number
  type: string
  /** By its feed alone, whatever operators suspended. */
  isOpen: boolean
  /** The prices of a match with an each-way market are not set by hand: place prices are a fraction of the win price. */
  isEachWay: boolean
  outcomeId: number
  code: string
  isOffered: boolean
  priceMilli: number
  /** Its price without moves by stakes or by hand. */
  automaticMilli: number
  shortenedBps: number
  /** Counts its prices. */
  version: number
  handMilli: number | null
  operatorId: number | null
  endsAt: Date | null
  /** The bound under which the price was set by hand. */
  maxBps: number | null
  isOver: boolean
}

const pricedOutcomes = (sql: Sql, marketIds: readonly number[]) => sql<PricedOutcomeRow[]>`
  select market.fixture_id as "fixtureId", market.id as "marketId", market.type,
         sportsbook_told_status(market, fixture) = 'open' as "isOpen",
         exists (select from sportsbook_market other
                  where other.fixture_id = market.fixture_id and other.type like '%.each_way') as "isEachWay",
         outcome.id as "outcomeId", outcome.outcome_code as code, outcome.is_offered as "isOffered",
         outcome.price_milli as "priceMilli",
         coalesce(outcome.unmoved_price_milli, outcome.price_milli) as "automaticMilli",
         outcome.shortened_bps as "shortenedBps", outcome.version, hand.price_milli as "handMilli",
         hand.operator_id as "operatorId", hand.ends_at as "endsAt", hand.max_bps as "maxBps",
         coalesce(hand.ends_at <= clock_timestamp(), false) as "isOver"
    from sportsbook_market market
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_outcome outcome on outcome.market_id = market.id
    left join sportsbook_hand_price hand on hand.outcome_id = outcome.id and hand.ended_at is null
   where market.id = any(${marketIds}::bigint[])
   order by market.id, outcome.id`

/** The markets of these outcomes, with all their outcomes. */
export const selectPricedMarkets = async (sql: Sql, outcomeIds: readonly number[]) => {
  const rows = await sql<{ marketId: number }[]>`
    select distinct market.id as "marketId"
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id and market.selections is null
     where outcome.id = any(${outcomeIds}::bigint[])`
  return pricedOutcomes(
    sql,
    rows.map(({ marketId }) => marketId),
  )
}

/** The markets of these fixtures with a price by hand, with all their outcomes. */
export const selectHandMarkets = async (sql: Sql, fixtureIds: readonly number[]) => {
  const rows = await sql<{ marketId: number }[]>`
    select distinct outcome.market_id as "marketId"
      from sportsbook_hand_price hand
      join sportsbook_outcome outcome on outcome.id = hand.outcome_id
     where hand.fixture_id = any(${fixtureIds}::bigint[]) and hand.ended_at is null`
  return pricedOutcomes(
    sql,
    rows.map(({ marketId }) => marketId),
  )
}

/** The prices by hand of these fixtures. */
export const selectHandPrices = (sql: Sql, fixtureIds: readonly number[]) => sql<
  { outcomeId: number; operatorId: number; endsAt: Date }[]
>`
  select outcome_id as "outcomeId", operator_id as "operatorId", ends_at as "endsAt"
    from sportsbook_hand_price
   where fixture_id = any(${fixtureIds}::bigint[]) and ended_at is null`

/** The fixtures with a price by hand that is over. */
export const selectFixturesToEnd = (sql: Sql) => sql<{ fixtureId: number }[]>`
  select distinct fixture_id as "fixtureId"
    from sportsbook_hand_price
   where ended_at is null and ends_at <= clock_timestamp()
   order by fixture_id
   limit 20`

type NewHandPrices = {
  outcomeIds: number[]
  fixtureIds: number[]
  prices: number[]
  automatic: number[]
  operatorIds: number[]
  reasons: string[]
}

/** Stores prices by hand that end after these minutes, and returns when. */
export const insertHandPrices = (
  tx: Tx,
  row: NewHandPrices,
  { maxBps, minutes }: { maxBps: number; minutes: number },
) => tx<{ outcomeId: number; endsAt: Date }[]>`
  insert into sportsbook_hand_price
         (outcome_id, fixture_id, price_milli, automatic_milli, max_bps, operator_id, reason, ends_at)
  select outcome_id, fixture_id, price, automatic, ${maxBps}::smallint, operator_id, reason,
         clock_timestamp() + make_interval(mins => ${minutes}::integer)
    from unnest(${row.outcomeIds}::bigint[], ${row.fixtureIds}::bigint[], ${row.prices}::integer[],
                ${row.automatic}::integer[], ${row.operatorIds}::bigint[], ${row.reasons}::text[])
           as row (outcome_id, fixture_id, price, automatic, operator_id, reason)
  returning outcome_id as "outcomeId", ends_at as "endsAt"`

export const endHandPrices = (tx: Tx, outcomeIds: readonly number[], ends: readonly HandEnd[]) => tx`
  update sportsbook_hand_price hand set ended_at = clock_timestamp(), ended_by = row.ended_by
    from unnest(${outcomeIds}::bigint[], ${ends}::text[]) as row (outcome_id, ended_by)
   where hand.outcome_id = row.outcome_id and hand.ended_at is null`

/**
 * Writes the prices by hand of these outcomes; null returns to the automatic price. Each counts as a new price, also at the
 * same figure.
 */
export const updateHandPrices = (
  tx: Tx,
  outcomeIds: readonly number[],
  prices: readonly (number | null)[],
) => tx`
  update sportsbook_outcome outcome
     set price_milli = row.price, unmoved_price_milli = nullif(row.automatic, row.price),
         previous_price_milli = case when row.price <> outcome.price_milli then outcome.price_milli else outcome.previous_price_milli end,
         moved_at = case when row.price <> outcome.price_milli then clock_timestamp() else outcome.moved_at end,
         version = outcome.version + 1
    from (select own.id, coalesce(own.unmoved_price_milli, own.price_milli) as automatic,
                 coalesce(given.price, own.unmoved_price_milli, own.price_milli) as price
            from unnest(${outcomeIds}::bigint[], ${prices}::integer[]) as given (id, price)
            join sportsbook_outcome own on own.id = given.id) as row
   where outcome.id = row.id`
