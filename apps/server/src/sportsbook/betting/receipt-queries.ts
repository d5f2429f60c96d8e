import type { Sql } from '../../platform/db/index.ts'
import type { Receipt, ReceiptLeg } from './receipt.ts'

/** What a bet was accepted by, without its legs. */
export const selectReceipts = (sql: Sql, betId: number) => sql<
  (Omit<Receipt, 'legs'> & { signature: string })[]
>`
  select id as "betId", player_id as "playerId", request_id as "requestId", placed_at as "placedAt",
         unit_stake_cents as "unitStakeCents", folds, is_each_way as "isEachWay",
         stake_cents as "stakeCents",
         potential_return_cents as "potentialReturnCents", boost, promises, accept, within_bps as "withinBps",
         max_stake_cents as "maxStakeCents", delay_ms as "delayMs",
         required_delay_ms as "requiredDelayMs", is_offered as "isOffered", free_bet_id as "freeBetId", signature
    from sportsbook_bet
   where id = ${betId}`

export const selectReceiptLegs = (sql: Sql, betId: number) => sql<ReceiptLeg[]>`
  select leg.outcome_id as "outcomeId", coalesce(market.selections, '{}')::float8[] as selections,
         leg.is_banker as "isBanker", leg.requested_price_milli as "requestedPriceMilli",
         leg.min_price_milli as "minPriceMilli", leg.price_milli as "priceMilli",
         leg.price_version as "priceVersion", leg.standing
    from sportsbook_leg leg
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
   where leg.bet_id = ${betId}
   order by leg.place`
