import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { selectOwnStakes, selectStakeFactors, upsertStakeFactor } from './queries.ts'

/** All of the most stake. */
const WHOLE_BPS = 10_000

/** How far the stakes of a player are bounded: what of the most, and what of that is on each match already. */
export type StakeBound = { factorBps: number; stakedOn: (fixtureId: number) => number }

export type StakeBounds = (playerId: number) => StakeBound | undefined

/**
 * Of these players the ones whose stakes are bounded, with what their open bets have on the matches of these outcomes: a
 * bound on each bet alone would be none, as many small ones are one large one.
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

/** What is left for a bet on these matches of the limit on all stakes. */
export const remainingStakeLimit = (
  most: number,
  { factorBps, stakedOn }: StakeBound,
  fixtureIds: readonly number[],
): number => Math.max(0, Math.floor((most * factorBps) / WHOLE_BPS) - Math.max(...fixtureIds.map(stakedOn)))

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
