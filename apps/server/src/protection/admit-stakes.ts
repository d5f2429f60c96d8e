import type { BlockedProduct } from '@palpite/contract'
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
import { readRules } from './read-rules.ts'
import { readStandings, stranger } from './read-standings.ts'
import {
  type BonusRules,
  needsEarlierDays,
  noRules,
  type PlayerRules,
  refuseBonusStake,
  refuseOnBreak,
  refuseProduct,
  refuseStake,
  splitStake,
  sumsOf,
} from './rules.ts'

/** What the stakes of a list are admitted by, as it stands while the players' accounts are locked. */
export type StakeGate = {
  readonly batch: LedgerBatch
  readonly policy: CompliancePolicy
  readonly standings: ReadonlyMap<number, PlayerStanding>
  /** Limits and breaks of players who set any. */
  readonly rules: ReadonlyMap<number, PlayerRules>
  /** Of players with a limit by week or month: its days that are over. */
  readonly earlier: ReadonlyMap<number, EarlierDays>
  readonly bonusRules: BonusRules
}

type StepRefusal =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'self_excluded'
  | 'on_time_out'
  | 'product_blocked'
  | 'owes_money'

type StakeRefusal =
  | StepRefusal
  | 'daily_loss_limit'
  | 'loss_limit'
  | 'stake_limit'
  | 'bet_count_limit'
  | 'time_limit'
  | 'insufficient_funds'
  | 'bonus_stake_above_max'

/** Of what a stake is: a bet with a leg in play is one in play. */
type StakeRequest = { playerId: number; stakeCents: number; product: BlockedProduct }

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
  const [batch, standings, rules] = await Promise.all([
    lockAccounts(tx, ids),
    readStandings(tx, policy, ids),
    readRules(tx, ids),
  ])
  const longer = ids.filter((id) => rules.get(id)?.limits.some(needsEarlierDays))
  const earlier = longer.length > 0 ? await earlierDays(tx, longer) : new Map<number, EarlierDays>()
  return { batch, policy, standings, rules, earlier, bonusRules }
}

/**
 * Whether this stake may be taken now, and from what: policy, then breaks, debt, limits, funds and bonus. Pure, and moves nothing:
 * the caller moves the money and counts the turnover in the batch, so that the next stake of the list is decided
 * after this one.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStake(
  { batch, policy, standings, rules, earlier, bonusRules }: StakeGate,
  { playerId, stakeCents, product }: StakeRequest,
): Result<Split, StakeRefusal> {
  const allowed = policy.canBet(standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  const { breaks, limits } = rules.get(playerId) ?? noRules
  const paused = refuseOnBreak(breaks) ?? refuseProduct(breaks, product)
  if (paused) return paused
  if (owedCents(batch, playerId) > 0) return refuse('owes_money')
  const today = turnoverOf(batch, playerId)
  const limited = refuseStake(limits, (period) => sumsOf(period, today, earlier.get(playerId)), stakeCents)
  if (limited) return limited
  const split = splitStake(balancesOf(batch, playerId), stakeCents)
  if (!split) return refuse('insufficient_funds')
  return refuseBonusStake(split, bonusRules) ?? ok(split)
}

/**
 * Whether a player may go on with a stake that is held already: whoever took a break meanwhile, or owes, may only end
 * the play. Limits and funds were asked when the stake was taken.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStep(
  { batch, policy, standings, rules }: StakeGate,
  { playerId, product }: Omit<StakeRequest, 'stakeCents'>,
): Result<undefined, StepRefusal> {
  const allowed = policy.canBet(standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  const { breaks } = rules.get(playerId) ?? noRules
  const paused = refuseOnBreak(breaks) ?? refuseProduct(breaks, product)
  if (paused) return paused
  return owedCents(batch, playerId) > 0 ? refuse('owes_money') : ok(undefined)
}
