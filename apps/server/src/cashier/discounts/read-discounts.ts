import type { Sql } from '../../platform/db/index.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { type DiscountRow, selectDiscounts } from './queries.ts'

export type Discount = DiscountRow

/** What these players need not pay now, the largest where there are several. None where urgency is forbidden. */
export async function readDiscounts(
  sql: Sql,
  { terms }: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Discount>> {
  if (!terms.givesPromotions || playerIds.length === 0) return new Map()
  const rows = await selectDiscounts(sql, playerIds)
  return new Map(rows.toReversed().map((row) => [row.playerId, row]))
}
