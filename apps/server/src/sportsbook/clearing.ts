import type { ClearingCheck } from '../ledger/index.ts'
import { selectOpenStakes } from './betting/queries.ts'

/** What the ledger's clearing account of this room must hold: the stakes of all open bets. */
export const sportsbookClearing = (): ClearingCheck[] => [
  { account: 'bets_open', what: 'stakes of open bets', openCents: selectOpenStakes },
]
