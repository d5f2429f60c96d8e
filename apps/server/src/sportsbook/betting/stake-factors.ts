import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { selectStakeFactors, upsertStakeFactor } from './factor-queries.ts'

/** All of the most stake. */
export const WHOLE_BPS = 10_000

/** What of the most stake each of these players may place, in ten-thousandths. */
export async function readStakeFactors(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<(playerId: number) => number> {
  if (!policy.terms.boundsStakesByPlayer) return () => WHOLE_BPS
  const rows = await selectStakeFactors(sql, playerIds)
  const factors = new Map(rows.map(({ playerId, factorBps }) => [playerId, factorBps]))
  return (playerId) => factors.get(playerId) ?? WHOLE_BPS
}

/** Bounds what a player may stake on bets, or lifts that again; answers what it was before. From their next bet on. */
export async function setStakeFactor(
  tx: Tx,
  policy: Pick<CompliancePolicy, 'terms'>,
  { playerId, factorBps }: { playerId: number; factorBps: number },
): Promise<Result<{ beforeBps: number }, 'blocked_by_policy'>> {
  if (!policy.terms.boundsStakesByPlayer) return refuse('blocked_by_policy')
  const [row] = await upsertStakeFactor(tx, playerId, factorBps)
  return ok({ beforeBps: row?.before ?? WHOLE_BPS })
}
