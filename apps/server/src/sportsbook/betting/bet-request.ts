/** Which prices a player takes: only the one shown, that or a better one, or any. */
export type Accept = 'exact' | 'better' | 'any'

/** One bet as its player asks for it. */
export type BetRequest = { stakeCents: number; outcomeId: number; priceMilli: number; accept: Accept }

/** One single of a player. */
export type PlaceBet = BetRequest & { playerId: number; requestId: string }

export type PlaceBetRefusal =
  | 'not_found'
  | 'request_mismatch'
  | 'market_closed'
  | 'price_changed'
  | 'stake_below_min'
  | 'stake_above_max'
  | 'blocked_by_policy'
  | 'owes_money'
  | 'kyc_needed'
  | 'daily_loss_limit'
  | 'insufficient_funds'
  | 'bonus_stake_above_max'

/** What a request is known by: an id of its player's own. */
export const requestName = ({ playerId, requestId }: Pick<PlaceBet, 'playerId' | 'requestId'>) =>
  `${playerId}:${requestId}`
