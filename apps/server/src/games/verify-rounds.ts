import type { LedgerFinding } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { selectMiscounted } from './seed-queries.ts'

/**
 * Verifies that the rounds of each pair of seeds were played with the nonces from 0 on, as far as sums tell
 * (`selectMiscounted`). Reads all rounds: for a verification of the whole. No finding means it holds.
 */
export const verifyRounds = async (sql: Sql): Promise<LedgerFinding[]> =>
  (await selectMiscounted(sql)).map(
    ({ pairId, played, last }) =>
      `seed pair ${pairId}: ${played} rounds were played, the last nonce is ${last}, and there should be one for each from 0 on`,
  )
