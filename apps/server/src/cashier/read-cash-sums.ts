import type { Sql } from '../platform/db/index.ts'
import { type CashSums, selectCashSums } from './topups/topup-queries.ts'

/** Of each of these players the last top-up, all top-ups that stayed, and all withdrawals paid, in cents. */
export async function readCashSums(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, CashSums>> {
  const rows = await selectCashSums(sql, playerIds)
  return new Map(rows.map(({ playerId, ...sums }) => [playerId, sums]))
}
