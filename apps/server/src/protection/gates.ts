import type { BlockedProduct, LimitPeriod } from '@palpite/contract'
import { readPlayers } from '../identity/index.ts'
import {
  balancesOf,
  type EarlierDays,
  earlierDays,
  type LedgerBatch,
  lockAccounts,
  owedCents,
  type PeriodSums,
  type StakeFunding,
  todayTurnover,
  turnoverOf,
} from '../ledger/index.ts'
import type { Activity } from '../platform/deps.ts'
import type { Tx, Sql } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { CompliancePolicy, PersonStatus } from './policy.ts'
import { lockLimitsOf } from './queries.ts'
import { readRules } from './read-rules.ts'
import {
  addSums,
  type BonusRules,
  isOfStakes,
  needsEarlierDays,
  noRules,
  type PlayerRules,
  refuseBonusStake,
  refuseFreePlay,
  refuseOnBreak,
  refuseProduct,
  refuseStake,
  refuseStep,
  splitStake,
  sumsOf,
  type Deposited,
  refuseTopUp,
} from './rules.ts'

/** The state that decides the stakes of a list, read while the players' accounts are locked. */
export type StakeGate = {
  readonly batch: LedgerBatch
  readonly policy: CompliancePolicy
  readonly statuses: ReadonlyMap<number, PersonStatus>
  /** Limits and breaks of players who set any. */
  readonly rules: ReadonlyMap<number, PlayerRules>
  /** For players with a weekly or monthly limit, and their other accounts: the earlier days of the period. */
  readonly earlier: ReadonlyMap<number, EarlierDays>
  /** What the person's other accounts staked and got back today, where a limit counts it. */
  readonly elsewhere: ReadonlyMap<number, PeriodSums>
  readonly bonusRules: BonusRules
  /** Records the players of admitted plays as active. */
  readonly activity: Activity
}

type PlayRefusal =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'identity_not_confirmed'
  | 'documents_needed'
  | 'account_suspended'
  | 'impeded'
  | 'self_excluded'
  | 'on_time_out'
  | 'product_blocked'
  | 'owes_money'

type StepRefusal = PlayRefusal | 'time_limit'

type FreePlayRefusal = StepRefusal | 'limits_needed' | 'bet_count_limit'

type StakeRefusal =
  | FreePlayRefusal
  | 'daily_loss_limit'
  | 'loss_limit'
  | 'stake_limit'
  | 'insufficient_funds'
  | 'bonus_stake_above_max'

type StakeRequest = PlayRequest & { stakeCents: number }

/** `product` is what the stake is on; a bet with a live leg counts as live (`in_play`). */
type PlayRequest = { playerId: number; product: BlockedProduct }

/**
 * Locks the players' accounts and reads everything that may refuse a stake. Sends its statements first in the
 * pipeline, so statements the caller sends after it read under the same lock. Needs a second round trip only for
 * players with a weekly or monthly limit, or with a limit across several accounts; nearly every list does without.
 */
export async function admitStakes(
  tx: Tx,
  { policy, bonusRules, activity }: Pick<StakeGate, 'policy' | 'bonusRules' | 'activity'>,
  playerIds: readonly number[],
): Promise<StakeGate> {
  const ids = [...new Set(playerIds)]
  const [batch, statuses, rules] = await Promise.all([
    lockAccounts(tx, ids),
    readPersonStatuses(tx, policy, ids),
    readRules(tx, ids),
  ])
  const others = await lockOthers(tx, rules, ids)
  const longer = ids
    .filter((id) => rules.get(id)?.limits.some(needsEarlierDays))
    .flatMap((id) => [id, ...(rules.get(id)?.accountIds ?? [])])
  const [earlier, elsewhere] = await Promise.all([
    longer.length > 0 ? earlierDays(tx, [...new Set(longer)]) : new Map<number, EarlierDays>(),
    others.length > 0 ? todayTurnover(tx, others) : new Map<number, PeriodSums>(),
  ])
  return { batch, policy, statuses, rules, earlier, elsewhere, bonusRules, activity }
}

/**
 * The other accounts through which these persons may have staked, where a limit counts that. Locks the limits of these
 * persons, not the accounts: no other stake of theirs is decided until the transaction ends. Each stake takes this lock
 * after that of its own accounts, so there is no deadlock.
 */
async function lockOthers(
  tx: Tx,
  rules: StakeGate['rules'],
  ids: readonly number[],
): Promise<readonly number[]> {
  const persons = [...rules.values()]
    .filter(({ limits }) => limits.some(({ kind }) => isOfStakes(kind)))
    .map(({ accountIds }) => accountIds)
    .filter((accountIds) => accountIds.length > 1)
  if (persons.length === 0) return []
  await lockLimitsOf(tx, [...new Set(persons.flatMap(([first = 0]) => first))])
  return [...new Set(persons.flat())].filter((id) => !ids.includes(id))
}

/**
 * Decides whether a stake is admitted, and from which money: policy, then breaks, debt, limits, funds and bonus.
 * Moves nothing: the caller moves the money and counts the turnover in the batch, so the next stake of the list is
 * decided after this one. An admitted player is recorded as active, which time limits count.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStake(
  gate: StakeGate,
  { stakeCents, ...request }: StakeRequest,
): Result<StakeFunding, StakeRefusal> {
  const refused = refuseNewPlay(gate, request)
  if (refused) return refused
  const { playerId } = request
  const limited = refuseStake(limitsOf(gate, playerId), sumsBy(gate, playerId), stakeCents)
  if (limited) return limited
  const funding = splitStake(balancesOf(gate.batch, playerId), stakeCents)
  if (!funding) return refuse('insufficient_funds')
  const tooMuch = refuseBonusStake(funding, gate.bonusRules)
  if (tooMuch) return tooMuch
  gate.activity.add(playerId)
  return ok(funding)
}

/**
 * Decides whether a player may play without a stake (free bet, free round): as for a stake, without funds and money
 * limits.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitFreePlay(gate: StakeGate, request: PlayRequest): Result<undefined, FreePlayRefusal> {
  const { playerId } = request
  const refused =
    refuseNewPlay(gate, request) ?? refuseFreePlay(limitsOf(gate, playerId), sumsBy(gate, playerId))
  if (refused) return refused
  gate.activity.add(playerId)
  return ok(undefined)
}

/**
 * Decides whether a player may continue a stake already held: after a break began, a time limit ran out, or while a
 * debt is open, the play may only be ended. Other limits and funds were checked with the stake.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStep(
  gate: StakeGate,
  { canEnd, ...request }: PlayRequest & { canEnd: boolean },
): Result<undefined, StepRefusal> {
  const refused = refusePlay(gate, request)
  if (refused) return refused
  // Time can run out in the middle of a round: one that cannot be ended yet continues until it can, or its stake
  // would stay held and block the withdrawal.
  const limited = canEnd ? refuseStep(limitsOf(gate, request.playerId)) : undefined
  if (limited) return limited
  gate.activity.add(request.playerId)
  return ok(undefined)
}

/**
 * Whether this player may continue no play at all: by policy, a break, or a debt. Does not count as activity.
 * Asserts: the player is one of those the gate was opened for.
 */
export const isStopped = (gate: StakeGate, request: PlayRequest): boolean =>
  refusePlay(gate, request) !== undefined

/** Refuses any play of this player, staked or free: policy, then breaks, then debt. */
function refusePlay({ batch, policy, statuses, rules }: StakeGate, { playerId, product }: PlayRequest) {
  const allowed = policy.canBet(statuses.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  const { breaks } = rules.get(playerId) ?? noRules
  const paused = refuseOnBreak(breaks) ?? refuseProduct(breaks, product)
  if (paused) return paused
  return owedCents(batch, playerId) > 0 ? refuse('owes_money') : undefined
}

/** The refusal of a new play: the reasons against any play, then missing own limits. */
function refuseNewPlay(gate: StakeGate, request: PlayRequest) {
  const refused = refusePlay(gate, request)
  if (refused) return refused
  if (gate.statuses.get(request.playerId)?.isTestAccount) return undefined
  const bounded = gate.policy.hasOwnLimits(limitsOf(gate, request.playerId))
  return bounded.ok ? undefined : bounded
}

const limitsOf = ({ rules }: StakeGate, playerId: number) => (rules.get(playerId) ?? noRules).limits

/** What a player staked and got back by period, over all accounts of the person. */
const sumsBy = ({ batch, rules, earlier, elsewhere }: StakeGate, playerId: number) => {
  const others = (rules.get(playerId)?.accountIds ?? []).filter((id) => id !== playerId)
  const today = (id: number) => elsewhere.get(id) ?? turnoverOf(batch, id)
  return (period: LimitPeriod) => {
    const own = sumsOf(period, today(playerId), earlier.get(playerId))
    if (others.length === 0) return own
    return addSums([own, ...others.map((id) => sumsOf(period, today(id), earlier.get(id)))])
  }
}

/** A player of whom nothing is recorded. */
const stranger: PersonStatus = {
  isTestAccount: false,
  isIdentified: false,
  isConfirmed: false,
  hasDocuments: false,
}

/**
 * Which of these players are test accounts and which are identified. Skips the read if the policy admits unidentified
 * players.
 */
async function readPersonStatuses(
  sql: Sql,
  policy: CompliancePolicy,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, PersonStatus>> {
  if (policy.canBet(stranger).ok) return new Map()
  const players = await readPlayers(sql, playerIds)
  return new Map(
    [...players].map(([id, { isTest, isIdentified, isConfirmed, hasDocuments }]) => [
      id,
      { isTestAccount: isTest, isIdentified, isConfirmed, hasDocuments },
    ]),
  )
}

/** The state that decides the top-ups of a list. */
export type TopUpGate = {
  readonly policy: Pick<CompliancePolicy, 'hasOwnLimits'>
  readonly rules: ReadonlyMap<number, PlayerRules>
}

export type TopUpRefusal =
  | 'limits_needed'
  | 'account_suspended'
  | 'impeded'
  | 'self_excluded'
  | 'on_time_out'
  | 'deposit_limit'

type TopUpRequest = { playerId: number; cents: number; deposited: Deposited }

/**
 * Reads what may refuse top-ups of these players. Call it in the order's own transaction after locking their
 * accounts; until it ends, no other order is decided for a person with several accounts who has a deposit limit or is
 * in `bounded`. A payment is always credited, whatever the limits, because the money has arrived: so an open order
 * counts as paid.
 */
export async function openTopUpGate(
  sql: Sql,
  policy: TopUpGate['policy'],
  { playerIds, bounded = new Set() }: { playerIds: readonly number[]; bounded?: ReadonlySet<number> },
): Promise<TopUpGate> {
  const rules = await readRules(sql, playerIds)
  const firsts = [...rules]
    .filter(
      ([playerId, { limits, accountIds }]) =>
        accountIds.length > 1 && (bounded.has(playerId) || limits.some(({ kind }) => kind === 'deposit')),
    )
    .flatMap(
      ([
        ,
        {
          accountIds: [first = 0],
        },
      ]) => first,
    )
  if (firsts.length > 0) await lockLimitsOf(sql, [...new Set(firsts)])
  return { policy, rules }
}

/** The accounts whose top-ups count against this player's limits: their own, and the person's others. */
export const accountsCounted = ({ rules }: Pick<TopUpGate, 'rules'>, playerId: number): readonly number[] => {
  const { accountIds } = rules.get(playerId) ?? noRules
  return accountIds.length > 0 ? accountIds : [playerId]
}

/** Decides whether a top-up may begin, given past top-ups and what open orders may still bring. Reads nothing. */
export function admitTopUp(
  { policy, rules }: TopUpGate,
  { playerId, cents, deposited }: TopUpRequest,
): Result<null, TopUpRefusal> {
  const { breaks, limits } = rules.get(playerId) ?? noRules
  const paused = refuseOnBreak(breaks)
  if (paused) return paused
  const bounded = policy.hasOwnLimits(limits)
  if (!bounded.ok) return bounded
  return refuseTopUp(limits, deposited, cents) ?? ok(null)
}
