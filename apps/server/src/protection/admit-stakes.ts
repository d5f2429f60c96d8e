import {
  balancesOf,
  type EarlierDays,
  earlierDays,
  type LedgerBatch,
  lockAccounts,
  owedCents,
  type Split,
  turnoverOf,
} from '../ledger/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { CompliancePolicy, PlayerStanding } from './policy.ts'
import { readLimits } from './read-limits.ts'
import { readStandings, stranger } from './read-standings.ts'
import {
  type BonusRules,
  needsEarlierDays,
  type OwnLimit,
  refuseBonusStake,
  refuseStake,
  splitStake,
  sumsOf,
} from './rules.ts'

/** What the stakes of a list are admitted by, as it stands while the players' accounts are locked. */
export type StakeGate = {
  readonly batch: LedgerBatch
  readonly policy: CompliancePolicy
  readonly standings: ReadonlyMap<number, PlayerStanding>
  readonly limits: ReadonlyMap<number, readonly OwnLimit[]>
  /** Of players with a limit by week or month: its days that are over. */
  readonly earlier: ReadonlyMap<number, EarlierDays>
  readonly bonusRules: BonusRules
}

type StakeRefusal =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'owes_money'
  | 'daily_loss_limit'
  | 'loss_limit'
  | 'stake_limit'
  | 'bet_count_limit'
  | 'insufficient_funds'
  | 'bonus_stake_above_max'

type StakeRequest = { playerId: number; stakeCents: number }

/**
 * Locks the players' accounts and reads all that may stand against a stake of theirs. Sends its statements first in
 * the pipeline: what the caller asks together with it, after it, is read under the same lock. Only for players with a
 * limit by week or month it asks once more, for days that are over: nearly every list goes without.
 */
export async function admitStakes(
  tx: Tx,
  { policy, bonusRules }: { policy: CompliancePolicy; bonusRules: BonusRules },
  playerIds: readonly number[],
): Promise<StakeGate> {
  const ids = [...new Set(playerIds)]
  const [batch, standings, limits] = await Promise.all([
    lockAccounts(tx, ids),
    readStandings(tx, policy, ids),
    readLimits(tx, ids),
  ])
  const longer = ids.filter((id) => limits.get(id)?.some(needsEarlierDays))
  const earlier = longer.length > 0 ? await earlierDays(tx, longer) : new Map<number, EarlierDays>()
  return { batch, policy, standings, limits, earlier, bonusRules }
}

/**
 * Whether this stake may be taken now, and from what: policy, then debt, limits, funds and bonus. Pure, and moves nothing:
 * the caller moves the money and counts the turnover in the batch, so that the next stake of the list is decided
 * after this one.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStake(
  { batch, policy, standings, limits, earlier, bonusRules }: StakeGate,
  { playerId, stakeCents }: StakeRequest,
): Result<Split, StakeRefusal> {
  const allowed = policy.canBet(standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  if (owedCents(batch, playerId) > 0) return refuse('owes_money')
  const today = turnoverOf(batch, playerId)
  const limited = refuseStake(
    limits.get(playerId) ?? [],
    (period) => sumsOf(period, today, earlier.get(playerId)),
    stakeCents,
  )
  if (limited) return limited
  const split = splitStake(balancesOf(batch, playerId), stakeCents)
  if (!split) return refuse('insufficient_funds')
  return refuseBonusStake(split, bonusRules) ?? ok(split)
}

/**
 * Whether a player may go on with a stake that is held already: whoever was excluded meanwhile, or owes, may only end the
 * play. Limits and funds were asked when the stake was taken.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStep(
  { batch, policy, standings }: StakeGate,
  playerId: number,
): Result<undefined, 'blocked_by_policy' | 'kyc_needed' | 'owes_money'> {
  const allowed = policy.canBet(standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  return owedCents(batch, playerId) > 0 ? refuse('owes_money') : ok(undefined)
}
