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
  type Split,
  todayTurnover,
  turnoverOf,
} from '../ledger/index.ts'
import type { Activity } from '../platform/deps.ts'
import type { Tx, Sql } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { CompliancePolicy, PersonStanding } from './policy.ts'
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

/** What the stakes of a list are admitted by, as it stands while the players' accounts are locked. */
export type StakeGate = {
  readonly batch: LedgerBatch
  readonly policy: CompliancePolicy
  readonly standings: ReadonlyMap<number, PersonStanding>
  /** Limits and breaks of players who set any. */
  readonly rules: ReadonlyMap<number, PlayerRules>
  /** Of players with a limit by week or month, and other accounts of theirs: its days that are over. */
  readonly earlier: ReadonlyMap<number, EarlierDays>
  /** What the other accounts of the players' persons staked and got back today, where a limit counts it. */
  readonly elsewhere: ReadonlyMap<number, PeriodSums>
  readonly bonusRules: BonusRules
  /** Where the players of admitted plays are noted. */
  readonly activity: Activity
}

type PlayRefusal =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'identity_not_confirmed'
  | 'documents_needed'
  | 'impeded'
  | 'self_excluded'
  | 'on_time_out'
  | 'product_blocked'
  | 'owes_money'

type StepRefusal = PlayRefusal | 'time_limit'

type FreePlayRefusal = StepRefusal | 'bet_count_limit'

type StakeRefusal =
  | FreePlayRefusal
  | 'daily_loss_limit'
  | 'loss_limit'
  | 'stake_limit'
  | 'insufficient_funds'
  | 'bonus_stake_above_max'

/** Of what a stake is: a bet with a leg in play is one in play. */
type StakeRequest = PlayRequest & { stakeCents: number }

type PlayRequest = { playerId: number; product: BlockedProduct }

/**
 * Locks the players' accounts and reads all that may stand against a stake of theirs. Sends its statements first in
 * the pipeline: what the caller asks together with it, after it, is read under the same lock. Only for players with a
 * limit by week or month it asks once more, for days that are over, and for a limit of a person with several accounts what the others
 * did: nearly every list goes without.
 */
export async function admitStakes(
  tx: Tx,
  { policy, bonusRules, activity }: Pick<StakeGate, 'policy' | 'bonusRules' | 'activity'>,
  playerIds: readonly number[],
): Promise<StakeGate> {
  const ids = [...new Set(playerIds)]
  const [batch, standings, rules] = await Promise.all([
    lockAccounts(tx, ids),
    readStandings(tx, policy, ids),
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
  return { batch, policy, standings, rules, earlier, elsewhere, bonusRules, activity }
}

/**
 * The accounts beside this list in which the persons of its players may have staked, where a limit counts that. Until the transaction
 * ends no other stake of those persons is decided: each takes this lock after its own accounts, so none waits in a circle.
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
 * Whether this stake may be taken now, and from what: policy, then breaks, debt, limits, funds and bonus. Moves nothing:
 * the caller moves the money and counts the turnover in the batch, so that the next stake of the list is decided
 * after this one. Whoever is admitted is noted as active, which is time that a limit counts.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStake(
  gate: StakeGate,
  { stakeCents, ...request }: StakeRequest,
): Result<Split, StakeRefusal> {
  const refused = refusePlay(gate, request)
  if (refused) return refused
  const { playerId } = request
  const limited = refuseStake(limitsOf(gate, playerId), sumsBy(gate, playerId), stakeCents)
  if (limited) return limited
  const split = splitStake(balancesOf(gate.batch, playerId), stakeCents)
  if (!split) return refuse('insufficient_funds')
  const tooMuch = refuseBonusStake(split, gate.bonusRules)
  if (tooMuch) return tooMuch
  gate.activity.add(playerId)
  return ok(split)
}

/**
 * Whether a player may play without a stake now, in a free bet or a free round: as for a stake, without funds and the limits
 * of money.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitFreePlay(gate: StakeGate, request: PlayRequest): Result<undefined, FreePlayRefusal> {
  const { playerId } = request
  const refused =
    refusePlay(gate, request) ?? refuseFreePlay(limitsOf(gate, playerId), sumsBy(gate, playerId))
  if (refused) return refused
  gate.activity.add(playerId)
  return ok(undefined)
}

/**
 * Whether a player may go on with a stake that is held already: after a break began or a limit of time was used up, or while
 * money is owed, the play may only be ended. Other limits and funds were asked when the stake was taken.
 * Asserts: the player is one of those the gate was opened for.
 */
export function admitStep(
  gate: StakeGate,
  { canEnd, ...request }: PlayRequest & { canEnd: boolean },
): Result<undefined, StepRefusal> {
  const refused = refusePlay(gate, request)
  if (refused) return refused
  // Time runs out by itself, in the middle of a round: one that cannot be ended yet goes on until it can, or its stake would
  // be held, and with it the withdrawal.
  const limited = canEnd ? refuseStep(limitsOf(gate, request.playerId)) : undefined
  if (limited) return limited
  gate.activity.add(request.playerId)
  return ok(undefined)
}

/**
 * Whether no play of this player goes on at all: by policy, a break, or a debt. Counts as no activity.
 * Asserts: the player is one of those the gate was opened for.
 */
export const isStopped = (gate: StakeGate, request: PlayRequest): boolean =>
  refusePlay(gate, request) !== undefined

/** What stands against every play of a player, staked or free: policy, then breaks, then debt. */
function refusePlay({ batch, policy, standings, rules }: StakeGate, { playerId, product }: PlayRequest) {
  const allowed = policy.canBet(standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  const { breaks } = rules.get(playerId) ?? noRules
  const paused = refuseOnBreak(breaks) ?? refuseProduct(breaks, product)
  if (paused) return paused
  return owedCents(batch, playerId) > 0 ? refuse('owes_money') : undefined
}

const limitsOf = ({ rules }: StakeGate, playerId: number) => (rules.get(playerId) ?? noRules).limits

/** What a player staked, and what came back, by period, in all accounts of theirs. */
const sumsBy = ({ batch, rules, earlier, elsewhere }: StakeGate, playerId: number) => {
  const others = (rules.get(playerId)?.accountIds ?? []).filter((id) => id !== playerId)
  const today = (id: number) => elsewhere.get(id) ?? turnoverOf(batch, id)
  return (period: LimitPeriod) => {
    const own = sumsOf(period, today(playerId), earlier.get(playerId))
    if (others.length === 0) return own
    return addSums([own, ...others.map((id) => sumsOf(period, today(id), earlier.get(id)))])
  }
}

/** Somebody of whom nothing is known. */
const stranger: PersonStanding = {
  isTestAccount: false,
  isIdentified: false,
  isConfirmed: false,
  hasDocuments: false,
}

/**
 * Who of these players is a test account and who is identified. Where the policy lets even a stranger bet, nobody is
 * read.
 */
async function readStandings(
  sql: Sql,
  policy: CompliancePolicy,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, PersonStanding>> {
  if (policy.canBet(stranger).ok) return new Map()
  const players = await readPlayers(sql, playerIds)
  return new Map(
    [...players].map(([id, { isTest, isIdentified, isConfirmed, hasDocuments }]) => [
      id,
      { isTestAccount: isTest, isIdentified, isConfirmed, hasDocuments },
    ]),
  )
}

/** What top-ups of a list are admitted by. */
export type TopUpGate = { readonly rules: ReadonlyMap<number, PlayerRules> }

export type TopUpRefusal = 'impeded' | 'self_excluded' | 'on_time_out' | 'deposit_limit'

type TopUpRequest = { playerId: number; cents: number; deposited: Deposited }

/**
 * Reads what may stand against top-ups of these players. Call it in the order's own transaction, after their accounts are
 * locked; until it ends no other order of a person with several accounts is decided who has a limit or is one of `bounded`. What is paid is credited whatever the limits say, for the money came: so an order counts as paid while it may still be.
 */
export async function openTopUpGate(
  sql: Sql,
  playerIds: readonly number[],
  bounded: ReadonlySet<number> = new Set(),
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
  return { rules }
}

/** The accounts whose top-ups count against the limits of this player: the own one, and all others of the person. */
export const accountsCounted = ({ rules }: TopUpGate, playerId: number): readonly number[] => {
  const { accountIds } = rules.get(playerId) ?? noRules
  return accountIds.length > 0 ? accountIds : [playerId]
}

/** Whether a top-up may be begun, beside what was put in and what other orders may still bring. Pure. */
export function admitTopUp(
  { rules }: TopUpGate,
  { playerId, cents, deposited }: TopUpRequest,
): Result<null, TopUpRefusal> {
  const { breaks, limits } = rules.get(playerId) ?? noRules
  return refuseOnBreak(breaks) ?? refuseTopUp(limits, deposited, cents) ?? ok(null)
}
