import type { ClearingCheck, LedgerFinding } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { selectDrift, selectOpenStakes } from './queries.ts'

/**
 * Proves that the sums of each outcome are those of its open bets. Reads all bets: for a proof of the whole, while
 * that of each minute takes the sums as they are. No finding means it holds.
 */
export const verifyLiabilities = async (sql: Sql): Promise<LedgerFinding[]> =>
  (await selectDrift(sql)).map(
    ({ outcomeId, stakeCents, returnCents, openStakeCents, openReturnCents }) =>
      `outcome ${outcomeId}: its sums are ${stakeCents} cents staked and ${returnCents} to return, ` +
      `those of its open bets ${openStakeCents} and ${openReturnCents}`,
  )

/**
 * What the ledger's clearing account of this module must hold: the stakes of all open bets, as the sums by outcome
 * have them. `verifyLiabilities` compares those with the bets.
 */
export const sportsbookClearing = (): ClearingCheck[] => [
  { account: 'bets_open', what: 'stakes of open bets', openCents: selectOpenStakes },
]
