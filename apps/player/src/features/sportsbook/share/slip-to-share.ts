import { winLegs } from '../bet-kind.ts'
import type { Bet } from '../records/bet.ts'

/** What of a bet is handed on: its selections and how they are combined; not what was staked, at what price, or by whom. */
export const slipToShare = (bet: Pick<Bet, 'kind' | 'folds' | 'isEachWay' | 'legs'>) => ({
  outcomeIds: winLegs(bet).map(({ outcomeId }) => outcomeId),
  ...(bet.kind === 'system' && { folds: bet.folds }),
  isEachWay: bet.isEachWay,
})
