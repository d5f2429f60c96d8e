import type { ClearingCheck } from '../ledger/index.ts'
import { selectOpenStakes } from './risk/queries.ts'

/**
 * What the ledger's clearing account of this module must hold: the stakes of all open bets, as the sums by outcome
 * have them. `verifyLiabilities` compares those with the bets.
 */
export const sportsbookClearing = (): ClearingCheck[] => [
  { account: 'bets_open', what: 'stakes of open bets', openCents: selectOpenStakes },
]
