import type { Closed } from '../../platform/maintenance.ts'
import type { AskedBoost } from './boost-rules.ts'
import type { StakeBound } from './stake-factors.ts'

/** Which prices a player accepts: only the one shown, that or better, slightly lower too, or any. */
export type Accept = 'exact' | 'better' | 'within' | 'any'

/** One selection of a bet, at the displayed price. A banker is in every combination. */
export type RequestedLeg = {
  outcomeId: number
  priceMilli: number
  isBanker: boolean
  /** The outcomes of a bet builder. */
  selections?: readonly number[] | undefined
  /** The lowest accepted price, whatever the rule. */
  minPriceMilli?: number | undefined
}

/**
 * A bet request of a player, with one unit stake for each combination of its legs. The folds are the combination
 * sizes among the legs that are not bankers: [1] of one leg is a single, [n] of n legs a parlay, all else a system.
 */
export type BetRequest = {
  unitStakeCents: number
  legs: readonly RequestedLeg[]
  folds: readonly number[]
  /**
   * Two bets in one: the first half of its legs to win, the second half the same runners to be placed, each for the
   * unit stake on each of its combinations.
   */
  isEachWay?: boolean | undefined
  accept: Accept
  /** The largest accepted drop of the shown price, in hundredths of a percent. */
  withinBps?: number | undefined
  /** The free bet that pays for it, instead of the player's money. */
  freeBetId?: string | undefined
  /** The boosted price it is placed at. */
  priceBoostId?: string | undefined
  priceBoost?: AskedBoost | undefined
  /** The stake factor of the player, if one is set. */
  stakeBound?: StakeBound | undefined
  /** A trader accepts it: the limits on one bet do not count, those of markets, matches and the book do. */
  isReferred?: boolean | undefined
}

/** A bet of a player; one that accepts a counter-offer names it. */
export type PlaceBet = BetRequest & {
  playerId: number
  requestId: string
  offerId?: string | undefined
  /** Maintenance, which refuses it unless it was placed before. */
  closed?: Closed | undefined
}

export type PlaceBetRefusal =
  | 'not_found'
  | 'request_mismatch'
  | 'offer_expired'
  | 'under_maintenance'
  | 'bet_cancelled'
  | 'too_many_waiting'
  | 'in_play_paused'
  | 'too_many_requests'
  | 'busy'
  | 'parlay_limit'
  | 'bet_malformed'
  | 'legs_related'
  | 'market_closed'
  | 'price_changed'
  | 'stake_below_min'
  | 'stake_above_max'
  | 'blocked_by_policy'
  | 'impeded'
  | 'account_suspended'
  | 'self_excluded'
  | 'on_time_out'
  | 'product_blocked'
  | 'time_limit'
  | 'owes_money'
  | 'kyc_needed'
  | 'identity_not_confirmed'
  | 'documents_needed'
  | 'limits_needed'
  | 'daily_loss_limit'
  | 'loss_limit'
  | 'stake_limit'
  | 'bet_count_limit'
  | 'insufficient_funds'
  | 'bonus_stake_above_max'
  | 'free_bet_over'
  | 'free_bet_kind'
  | 'free_bet_price'
  | 'price_boost_over'

/** The key of a request: an id of its own player. */
export const requestName = ({ playerId, requestId }: Pick<PlaceBet, 'playerId' | 'requestId'>) =>
  `${playerId}:${requestId}`

/** The outcomes of these bets, each once. */
export const outcomesOf = (requests: readonly Pick<BetRequest, 'legs'>[]): number[] => [
  ...new Set(requests.flatMap(({ legs }) => legs.map(({ outcomeId }) => outcomeId))),
]

/**
 * The fields compared for a repeated request. Of the offer only whether there is one is compared: it is signed over
 * all the other fields.
 */
export type RepeatedBet = BetRequest & { offerId?: string | undefined }

/** Whether two requests ask for the same bet. */
export const isSameRequest = (one: RepeatedBet, other: BetRequest & { isOffered: boolean }): boolean =>
  (one.offerId !== undefined) === other.isOffered &&
  one.unitStakeCents === other.unitStakeCents &&
  one.accept === other.accept &&
  one.withinBps === other.withinBps &&
  (one.isEachWay ?? false) === (other.isEachWay ?? false) &&
  one.freeBetId === other.freeBetId &&
  one.priceBoostId === other.priceBoostId &&
  one.folds.join() === other.folds.join() &&
  one.legs.length === other.legs.length &&
  one.legs.every((leg, place) => isSameLeg(leg, other.legs[place]))

const isSameLeg = (one: RequestedLeg, other: RequestedLeg | undefined): boolean =>
  one.outcomeId === other?.outcomeId &&
  one.priceMilli === other.priceMilli &&
  one.isBanker === other.isBanker &&
  one.minPriceMilli === other.minPriceMilli
