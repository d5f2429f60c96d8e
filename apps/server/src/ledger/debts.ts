import type { Deps } from '../platform/deps.ts'
import { balanceOf, type LedgerBatch, holdsAccount, move, balancesOf } from './ledger-batch.ts'
import { lockAccounts, post } from './post.ts'
import { selectAbleToRepay } from './queries.ts'

/** The player's debt in cents, including the transfers decided so far. Players who never owed have no such account. */
export const owedCents = (batch: LedgerBatch, playerId: number): number =>
  holdsAccount(batch, playerId, 'debt') ? 0 - balanceOf(batch, playerId, 'debt') : 0

type Repayment = { playerId: number; key: string }

/** Repays the player's debt as far as there is cash. Returns the cents repaid. */
export function repayDebt(batch: LedgerBatch, { playerId, key }: Repayment): number {
  const cents = Math.min(owedCents(batch, playerId), balanceOf(batch, playerId, 'cash'))
  if (cents > 0) move(batch, { key, from: { playerId, kind: 'cash' }, to: { playerId, kind: 'debt' }, cents })
  return cents
}

const PLAYERS_AT_ONCE = 500

/**
 * Collects debts from cash that reached players by a way that does not repay at once. Returns the number of players who
 * repaid.
 */
export async function collectDebts(deps: Deps): Promise<number> {
  const playerIds = (await selectAbleToRepay(deps.db, PLAYERS_AT_ONCE)).map(({ playerId }) => playerId)
  if (playerIds.length === 0) return 0
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerIds)
    for (const playerId of playerIds) {
      // The version increases with this transfer, so the key is unique.
      repayDebt(batch, { playerId, key: `repaid:${playerId}:${balancesOf(batch, playerId).version}` })
    }
    await post(tx, batch)
  })
  return playerIds.length
}
