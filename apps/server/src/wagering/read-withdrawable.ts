import { readBalances } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { readExempt, readWagering, withdrawableOnceMet } from './wagering-batch.ts'

/**
 * Cents these players may withdraw now, for display. A withdrawal decides anew, with the accounts locked, by the
 * same rules: met requirements count as closed, and the bonus they free as cash.
 */
export async function readWithdrawable(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const [balances, wagering] = await Promise.all([
    readBalances(sql, playerIds),
    readWagering(sql, policy, playerIds),
  ])
  const bounds = { wagering, exempt: await readExempt(sql, wagering) }
  return new Map([...balances].map(([id, own]) => [id, withdrawableOnceMet(bounds, id, own)]))
}
