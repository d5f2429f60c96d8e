import type { LedgerFinding } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { selectMiscounted } from './seed-queries.ts'

/**
 * Proves that each pair of seeds has counted the rounds that were played with it, and that their nonces add up to those
 * from 0 on (`selectMiscounted`). Reads all rounds: for a proof of the whole. No finding means it holds.
 */
export const proveRounds = async (sql: Sql): Promise<LedgerFinding[]> =>
  (await selectMiscounted(sql)).map(
    ({ pairId, rounds, played, last }) =>
      `seed pair ${pairId}: it has counted ${rounds} rounds; ${played} were played, the last nonce is ${last ?? 'none'}, ` +
      'and there should be one for each nonce from 0 on',
  )
