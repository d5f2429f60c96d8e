import type { LedgerFinding } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { selectMiscounted } from './seed-queries.ts'

/**
 * Proves that each pair of seeds has counted the rounds that were played with it, and that no nonce was played twice or
 * left out. Reads all rounds: for a proof of the whole. No finding means it holds.
 */
export const proveRounds = async (sql: Sql): Promise<LedgerFinding[]> =>
  (await selectMiscounted(sql)).map(
    ({ pairId, rounds, played, nonces, last }) =>
      `seed pair ${pairId}: it has counted ${rounds} rounds, of which ${played} were played, ` +
      `with ${nonces} nonces up to ${last ?? 'none'}`,
  )
