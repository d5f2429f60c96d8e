import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { revokeUnused } from './free-bet-queries.ts'

/**
 * Takes free bets back that no bet uses, in the transaction of whoever asks; answers those that were taken back now. One
 * that is used or over stays as it is.
 */
export async function revokeFreeBets(
  tx: Tx,
  requests: readonly { playerId: number; freeBetId: string }[],
): Promise<ReadonlySet<string>> {
  // Whoever places or settles a bet of its player waits for this, or was before it.
  const [, revoked] = await Promise.all([
    lockAccounts(
      tx,
      requests.map(({ playerId }) => playerId),
    ),
    revokeUnused(
      tx,
      requests.map(({ freeBetId }) => freeBetId),
      requests.map(({ playerId }) => playerId),
    ),
  ])
  return new Set(revoked.map(({ id }) => id))
}
