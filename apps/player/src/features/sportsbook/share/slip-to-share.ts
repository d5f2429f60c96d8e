import { winLegs } from '../bet-kind.ts'
import type { Bet } from '../records/bet.ts'

/** What is shared of a bet: selections and combination; not stake, price or owner. */
export const slipToShare = (bet: Pick<Bet, 'kind' | 'folds' | 'isEachWay' | 'legs'>) => ({
  outcomeIds: winLegs(bet).map(({ outcomeId }) => outcomeId),
  ...(bet.kind === 'system' && { folds: bet.folds }),
  isEachWay: bet.isEachWay,
})
