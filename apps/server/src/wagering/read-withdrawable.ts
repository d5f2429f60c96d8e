import { readBalances } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { readWagering, withdrawableOnceMet } from './wagering-batch.ts'

/**
 * What these players may withdraw now, in cents: for showing. A withdrawal decides anew, with the accounts held, and
 * comes to the same: requirements that are met count as closed, and bonus that they free as cash.
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
  return new Map([...balances].map(([id, own]) => [id, withdrawableOnceMet(wagering, id, own)]))
}
