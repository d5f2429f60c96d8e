import type { AskedBoost } from './boost-rules.ts'
import type { StakeBound } from './stake-factors.ts'

/** Which prices a player takes: only the one shown, that or a better one, one that is a little lower too, or any. */
export type Accept = 'exact' | 'better' | 'within' | 'any'

/** One selection of a bet, at the price its player saw. A banker stands in every combination. */
export type RequestedLeg = {
  outcomeId: number
  priceMilli: number
  isBanker: boolean
  /** Of a bet builder the outcomes that it needs. */
  selections?: readonly number[] | undefined
  /** The least price that is taken, whatever the rule. */
  minPriceMilli?: number | undefined
}

/**
 * A bet as its player requests it, with one unit stake for each combination of its legs. The folds are the sizes of the
 * combinations among the legs that are not bankers: [1] of one leg is a single, [n] of n legs a parlay, all else a system.
 */
export type BetRequest = {
  unitStakeCents: number
  legs: readonly RequestedLeg[]
  folds: readonly number[]
  /**
   * Two bets in one: the first half of its legs to win, the second half the same runners to be placed, each half for the
   * unit stake on each of its combinations.
   */
  isEachWay?: boolean | undefined
  accept: Accept
  /** The largest drop of the shown price that the player accepts, in hundredths of a percent. */
  withinBps?: number | undefined
  /** The free bet that pays for it, in place of money of its player's own. */
  freeBetId?: string | undefined
  /** The boosted price that it is placed at, and how that stands for its player. */
  priceBoostId?: string | undefined
  priceBoost?: AskedBoost | undefined
  /** The stake factor of the player, if one is set. */
  stakeBound?: StakeBound | undefined
}

/** A bet of a player; one that takes up an offer names it. */
export type PlaceBet = BetRequest & { playerId: number; requestId: string; offerId?: string | undefined }

export type PlaceBetRefusal =
  | 'not_found'
  | 'request_mismatch'
  | 'offer_expired'
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
  | 'self_excluded'
  | 'on_time_out'
  | 'product_blocked'
  | 'time_limit'
  | 'owes_money'
  | 'kyc_needed'
  | 'identity_not_confirmed'
  | 'documents_needed'
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

/** What a request is known by: an id of its player's own. */
export const requestName = ({ playerId, requestId }: Pick<PlaceBet, 'playerId' | 'requestId'>) =>
  `${playerId}:${requestId}`

/** The outcomes that these bets are on, each once. */
export const outcomesOf = (requests: readonly Pick<BetRequest, 'legs'>[]): number[] => [
  ...new Set(requests.flatMap(({ legs }) => legs.map(({ outcomeId }) => outcomeId))),
]

/** What a repeated request is told apart by: an offer that is taken up is its own, for it is signed with all the rest. */
export type RepeatedBet = BetRequest & { offerId?: string | undefined }

/** Whether one request asks for the very bet of the other. */
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
