import type { Sql } from '../../platform/db/index.ts'
import type { Deposited } from '../../protection/index.ts'
import { selectDeposited } from './topup-queries.ts'

/**
 * What these players put in today, this week and this month, whatever became of it since, with what their orders and
 * transfers on their way may still bring: what their limits bound.
 */
export async function readDeposited(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Deposited>> {
  const rows = playerIds.length > 0 ? await selectDeposited(sql, playerIds) : []
  const found = new Map(rows.map(({ playerId, ...deposited }) => [playerId, deposited]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? { day: 0, week: 0, month: 0 }]))
}
