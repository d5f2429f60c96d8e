import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { selectOwnStakes, selectStakeFactors, upsertStakeFactor } from './queries.ts'

/** The full maximum stake. */
const WHOLE_BPS = 10_000

/** The stake factor of a player, and the open stakes on each match that count against it. */
export type StakeBound = { factorBps: number; stakedOn: (fixtureId: number) => number }

export type StakeBounds = (playerId: number) => StakeBound | undefined

/**
 * The stake factors of these players, with their open stakes on the matches of these outcomes. Open stakes count
 * because a limit on single bets could be evaded by many small ones.
 */
export async function readStakeBounds(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
  outcomeIds: readonly number[],
): Promise<StakeBounds> {
  if (!policy.terms.boundsStakesByPlayer) return () => undefined
  const rows = (await selectStakeFactors(sql, playerIds)).filter(({ factorBps }) => factorBps < WHOLE_BPS)
  if (rows.length === 0) return () => undefined
  const staked = await selectOwnStakes(
    sql,
    rows.map(({ playerId }) => playerId),
    outcomeIds,
  )
  const stakes = new Map(
    staked.map(({ playerId, fixtureId, stakeCents }) => [`${playerId}/${fixtureId}`, stakeCents]),
  )
  const bounds = new Map(
    rows.map(({ playerId, factorBps }): [number, StakeBound] => [
      playerId,
      { factorBps, stakedOn: (fixtureId) => stakes.get(`${playerId}/${fixtureId}`) ?? 0 },
    ]),
  )
  return (playerId) => bounds.get(playerId)
}

/** The remaining stake limit for a bet on these matches. */
export const remainingStakeLimit = (
  most: number,
  { factorBps, stakedOn }: StakeBound,
  fixtureIds: readonly number[],
): number => Math.max(0, Math.floor((most * factorBps) / WHOLE_BPS) - Math.max(...fixtureIds.map(stakedOn)))

/** Limits a player's stakes, or lifts the limit; returns the previous one. Effective from the next bet. */
export async function setStakeFactor(
  tx: Tx,
  policy: Pick<CompliancePolicy, 'terms'>,
  { playerId, factorBps }: { playerId: number; factorBps: number },
): Promise<Result<{ beforeBps: number }, 'blocked_by_policy'>> {
  if (!policy.terms.boundsStakesByPlayer) return refuse('blocked_by_policy')
  const [row] = await upsertStakeFactor(tx, playerId, factorBps)
  return ok({ beforeBps: row?.before ?? WHOLE_BPS })
}
