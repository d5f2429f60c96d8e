import type { Deps } from '../platform/deps.ts'
import { balanceOf, type LedgerBatch, holdsAccount, move, balancesOf } from './ledger-batch.ts'
import { lockAccounts, post } from './post.ts'
import { selectAbleToRepay } from './queries.ts'

/** What a player owes in cents, after the moves decided so far. Nobody who never owed has that account. */
export const owedCents = (batch: LedgerBatch, playerId: number): number =>
  holdsAccount(batch, playerId, 'debt') ? 0 - balanceOf(batch, playerId, 'debt') : 0

type Repayment = { playerId: number; key: string }

/** Pays what the player owes, as far as there is cash. Answers how much that was. */
export function repayDebt(batch: LedgerBatch, { playerId, key }: Repayment): number {
  const cents = Math.min(owedCents(batch, playerId), balanceOf(batch, playerId, 'cash'))
  if (cents > 0) move(batch, { key, from: { playerId, kind: 'cash' }, to: { playerId, kind: 'debt' }, cents })
  return cents
}

const PLAYERS_AT_ONCE = 500

/**
 * Takes what players owe from cash that came to them by another way than those that repay at once. Answers of how
 * many it took.
 */
export async function collectDebts(deps: Deps): Promise<number> {
  const playerIds = (await selectAbleToRepay(deps.db, PLAYERS_AT_ONCE)).map(({ playerId }) => playerId)
  if (playerIds.length === 0) return 0
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerIds)
    for (const playerId of playerIds) {
      // The balances's version grows with this very move, so no other one has this key.
      repayDebt(batch, { playerId, key: `repaid:${playerId}:${balancesOf(batch, playerId).version}` })
    }
    await post(tx, batch)
  })
  return playerIds.length
}
