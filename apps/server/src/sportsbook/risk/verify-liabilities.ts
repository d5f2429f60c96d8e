import type { ClearingCheck, LedgerFinding } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { selectDrift, selectOpenStakes } from './queries.ts'

/**
 * Verifies that the liabilities of each outcome match its open bets. Reads all bets: for the full check; the minutely
 * one trusts the liabilities. Empty means verified.
 */
export const verifyLiabilities = async (sql: Sql): Promise<LedgerFinding[]> =>
  (await selectDrift(sql)).map(
    ({ outcomeId, stakeCents, returnCents, openStakeCents, openReturnCents }) =>
      `outcome ${outcomeId}: its sums are ${stakeCents} cents staked and ${returnCents} to return, ` +
      `those of its open bets ${openStakeCents} and ${openReturnCents}`,
  )

/**
 * The balance the ledger's clearing account must have: the stakes of all open bets, from the liabilities by outcome.
 * `verifyLiabilities` compares those with the bets.
 */
export const sportsbookClearing = (): ClearingCheck[] => [
  { account: 'bets_open', what: 'stakes of open bets', openCents: selectOpenStakes },
]
