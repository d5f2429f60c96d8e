import type { Sql } from '../../platform/db/index.ts'
import type { Accept } from './bet-request.ts'
import type { BetBoost, BetPromises } from './boost-rules.ts'

/** One leg of a receipt: the requested price, the accepted price, and the match state if in play. */
export type ReceiptLeg = {
  outcomeId: number
  /** The selections of a bet builder. */
  selections: readonly number[]
  isBanker: boolean
  requestedPriceMilli: number
  minPriceMilli: number | null
  priceMilli: number
  priceVersion: number
  standing: string | null
}

/** Everything a bet was accepted by. */
export type Receipt = {
  betId: number
  playerId: number
  requestId: string
  placedAt: Date
  unitStakeCents: number
  folds: readonly number[]
  isEachWay: boolean
  stakeCents: number
  potentialReturnCents: number
  accept: Accept
  withinBps: number | null
  maxStakeCents: number
  delayMs: number
  /** The in-play delay at that time; operators may have set none. */
  requiredDelayMs: number
  isOffered: boolean
  /** The free bet that paid for it: only the profit is returned. */
  freeBetId: string | null
  boost: BetBoost | null
  /** Its other promises; null for bets from before these were stored. */
  promises: BetPromises | null
  legs: readonly ReceiptLeg[]
}

/** A bet's receipt without its legs. */
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
