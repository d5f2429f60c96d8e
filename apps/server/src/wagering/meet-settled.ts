import { lockAccounts, post } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { selectWageringPlayers } from './queries.ts'
import { meetRequirements, readWagering, writeWagering } from './wagering-batch.ts'

export type Wagering = { deps: Pick<Deps, 'db' | 'log'>; policy: Pick<CompliancePolicy, 'terms'> }

/**
 * Turns into cash the bonuses of these players that are free once their stakes were settled. Works from what stands in
 * the tables, under the players' locks: done twice, or by two servers at once, it does nothing the second time. Most
 * players who stake have no bonus, and are told by one statement.
 */
export async function meetSettled({ deps, policy }: Wagering, playerIds: readonly number[]): Promise<void> {
  const concerned = await selectWageringPlayers(deps.db, playerIds)
  const ids = concerned.map(({ playerId }) => playerId)
  if (ids.length === 0) return
  await deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, ids)
    const wagering = await readWagering(tx, policy, ids)
    meetRequirements(wagering, ledger, ids)
    await writeWagering(tx, wagering)
    await post(tx, ledger)
  })
}
