import {
  type BlockedProduct,
  type BreakLength,
  breakSpans,
  type LimitKind,
  type LimitPeriod,
  limitKinds,
  limitPeriods,
} from '@palpite/contract'
import type { EarlierDays, PeriodSums } from '../ledger/index.ts'
import { refuse } from '../platform/result.ts'

/** A player's limit: what it bounds, and over which period. */
export type LimitName = { kind: LimitKind; period: LimitPeriod }

/** A limit in force, in cents, in bets or in minutes; a time limit carries the minutes used in its period. */
export type OwnLimit = { period: LimitPeriod; amount: number } & (
  | { kind: 'deposit' }
  | { kind: StakeKind }
  | { kind: 'time'; usedMinutes: number }
)

/** All limits a player can set, in the order in which they are checked. */
export const limitNames: readonly LimitName[] = limitKinds.flatMap((kind) =>
  limitPeriods.map((period) => ({ kind, period })),
)

/** Staked minus returned; negative after winning. */
export const netLoss = ({
  stakedCents,
  returnedCents,
}: Pick<PeriodSums, 'stakedCents' | 'returnedCents'>): number => stakedCents - returnedCents

/** The sums of a period: its earlier days, and today. */
export function sumsOf(period: LimitPeriod, today: PeriodSums, earlier: EarlierDays | undefined): PeriodSums {
  const before = period === 'day' ? undefined : earlier?.[period]
  if (!before) return today
  return {
    stakedCents: before.stakedCents + today.stakedCents,
    returnedCents: before.returnedCents + today.returnedCents,
    bets: before.bets + today.bets,
  }
}

/** Whether deciding a limit needs the turnover of the period's earlier days. */
export const needsEarlierDays = ({ kind, period }: LimitName): boolean => isOfStakes(kind) && period !== 'day'

/** The kinds checked against stakes; the others are counted elsewhere. */
export type StakeKind = Exclude<LimitKind, 'deposit' | 'time'>

export const isOfStakes = (kind: LimitKind): kind is StakeKind => kind !== 'deposit' && kind !== 'time'

/**
 * Refuses a stake that could exceed a limit if lost in full; undefined if the stake is allowed. Open stakes count as
 * lost until they return something: a limit that counted results only could be overrun by placing everything at once.
 */
export function refuseStake(limits: readonly OwnLimit[], sumsIn: SumsIn, stakeCents: number) {
  for (const limit of limits) {
    if (limit.kind === 'deposit') continue
    const left = leftOf(limit, sumsIn)
    // A stake uses one of the remaining bets; it uses no time, but some must be left.
    if (left >= (limit.kind === 'bets' || limit.kind === 'time' ? 1 : stakeCents)) continue
    return refuse(codeOf(limit), { detail: detailOf(limit, left) })
  }
  return undefined
}

type SumsIn = (period: LimitPeriod) => PeriodSums

/**
 * Refuses a play without a stake once a time or bet-count limit is used up; undefined if allowed. Money limits do not
 * apply: the player stakes nothing.
 */
export function refuseFreePlay(limits: readonly OwnLimit[], sumsIn: SumsIn) {
  for (const limit of limits) {
    if (limit.kind !== 'bets' && limit.kind !== 'time') continue
    const left = leftOf(limit, sumsIn)
    if (left >= 1) continue
    const code = limit.kind === 'time' ? 'time_limit' : 'bet_count_limit'
    return refuse(code, { detail: detailOf(limit, left) })
  }
  return undefined
}

/** Refuses continuing a held stake once a time limit is used up: the stake was counted when taken. */
export function refuseStep(limits: readonly OwnLimit[]) {
  for (const limit of limits) {
    if (limit.kind !== 'time') continue
    const left = limit.amount - limit.usedMinutes
    if (left < 1) return refuse('time_limit', { detail: detailOf(limit, left) })
  }
  return undefined
}

const leftOf = (limit: Exclude<OwnLimit, { kind: 'deposit' }>, sumsIn: SumsIn): number =>
  limit.amount - (limit.kind === 'time' ? limit.usedMinutes : usedOf(limit.kind, sumsIn(limit.period)))

const detailOf = ({ kind, period, amount }: OwnLimit, left: number) => ({
  kind,
  period,
  amount,
  left: Math.max(0, left),
})

/** How much of a limit on stakes is used. */
export function usedOf(kind: StakeKind, sums: PeriodSums): number {
  if (kind === 'bets') return sums.bets
  return kind === 'stake' ? sums.stakedCents : netLoss(sums)
}

const codeOf = ({ kind, period }: LimitName) => {
  if (kind === 'bets') return 'bet_count_limit'
  if (kind === 'time') return 'time_limit'
  if (kind === 'stake') return 'stake_limit'
  return period === 'day' ? 'daily_loss_limit' : 'loss_limit'
}

/**
 * A break in force; without an end it is permanent, or until the national register (`impeded`) or operators
 * (`suspended`) end it.
 */
export type OwnBreak = {
  kind: 'time_out' | 'exclusion' | 'block' | 'impeded' | 'suspended'
  product: BlockedProduct | null
  startsAt: Date
  endsAt: Date | null
}

/**
 * A player's limits and breaks; and, for a person known to have several, all their accounts in ascending order, whose
 * activity the limits count together.
 */
export type PlayerRules = {
  limits: readonly OwnLimit[]
  breaks: readonly OwnBreak[]
  accountIds: readonly number[]
}

/** No limits, no breaks. */
export const noRules: PlayerRules = { limits: [], breaks: [], accountIds: [] }

/** Sums stakes and returns over several accounts. */
export const addSums = (sums: readonly PeriodSums[]): PeriodSums =>
  sums.reduce(
    (sum, one) => ({
      stakedCents: sum.stakedCents + one.stakedCents,
      returnedCents: sum.returnedCents + one.returnedCents,
      bets: sum.bets + one.bets,
    }),
    { stakedCents: 0, returnedCents: 0, bets: 0 },
  )

/** Sums deposits over several accounts. */
export const addDeposited = (all: readonly Deposited[]): Deposited =>
  all.reduce(
    (sum, one) => ({ day: sum.day + one.day, week: sum.week + one.week, month: sum.month + one.month }),
    { day: 0, week: 0, month: 0 },
  )

/** Whole minutes; the one that runs does not count yet. */
export const wholeMinutes = (milliseconds: number): number => Math.floor(milliseconds / 60_000)

/** The house and the register come first: no break of the player's own ends theirs. */
const breakOrder = ['suspended', 'impeded', 'exclusion', 'time_out', 'block'] as const

/** Sorts breaks for the player: strictest kind first, within a kind the latest end first. */
export const strictestFirst = (breaks: readonly OwnBreak[]): OwnBreak[] =>
  breaks.toSorted(
    (one, other) =>
      breakOrder.indexOf(one.kind) - breakOrder.indexOf(other.kind) || endOf(other) - endOf(one) || 0,
  )

/** The end of a break in milliseconds; that of a permanent break is later than any other. */
const endOf = ({ endsAt }: OwnBreak): number => endsAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Refuses a player on a break; undefined if none is in force. Product blocks do not apply to top-ups. */
export function refuseOnBreak(breaks: readonly OwnBreak[]) {
  const [first] = strictestFirst(breaks.filter(({ kind }) => kind !== 'block'))
  if (!first) return undefined
  // The refusal names neither date nor reason: players must not learn of a suspicion, and support answers them.
  if (first.kind === 'suspended') return refuse('account_suspended')
  const detail = { endsAt: first.endsAt?.toISOString() ?? null }
  if (first.kind === 'impeded') return refuse('impeded', { detail })
  return first.kind === 'exclusion' ? refuse('self_excluded', { detail }) : refuse('on_time_out', { detail })
}

/** Refuses a stake in a product the player blocked. A block of sports covers live bets. */
export function refuseProduct(breaks: readonly OwnBreak[], product: BlockedProduct) {
  const block = strictestFirst(breaks).find(
    (one) => one.product === product || (product === 'in_play' && one.product === 'sports'),
  )
  if (!block) return undefined
  const detail = { product: block.product, endsAt: block.endsAt?.toISOString() ?? null }
  return refuse('product_blocked', { detail })
}

/** The length of a break as a PostgreSQL interval; null is permanent. */
export const breakInterval = (length: BreakLength): string | null => {
  const span = breakSpans[length]
  return span && `${span.count} ${span.unit}`
}

/** A player's deposits by period, including what open orders and transfers may still bring. */
export type Deposited = Readonly<Record<LimitPeriod, number>>

/** Refuses a top-up that would exceed a limit; undefined if allowed. */
export function refuseTopUp(limits: readonly OwnLimit[], deposited: Deposited, cents: number) {
  for (const { kind, period, amount } of limits) {
    if (kind !== 'deposit' || deposited[period] + cents <= amount) continue
    const left = Math.max(0, amount - deposited[period])
    return refuse('deposit_limit', { detail: { kind, period, amount, left } })
  }
  return undefined
}

/** How much bonus money a stake may use, after the cash is used up. */
export type BonusRules = { maxBonusStakeCents: number }

/** The funding of a stake, cash first; undefined if the funds do not suffice. */
export function splitStake(balances: { cashCents: number; bonusCents: number }, stakeCents: number) {
  if (balances.cashCents + balances.bonusCents < stakeCents) return undefined
  const cashCents = Math.min(balances.cashCents, stakeCents)
  return { cashCents, bonusCents: stakeCents - cashCents }
}

/** Refuses a stake that uses more bonus than allowed; undefined if allowed. */
export function refuseBonusStake({ bonusCents }: { bonusCents: number }, { maxBonusStakeCents }: BonusRules) {
  if (bonusCents <= maxBonusStakeCents) return undefined
  return refuse('bonus_stake_above_max', {
    values: { maxCents: maxBonusStakeCents },
    detail: { maxBonusStakeCents },
  })
}

/** The window in which a looser limit may be confirmed. */
export type Wait = { startsAt: Date; endsAt: Date }

/** A looser limit waiting for its time and then for the player's confirmation; null lifts the limit. */
export type PendingLimit = Wait & { amount: number | null; isDue: boolean }

/** The limit in force, null for none, and a waiting looser one. */
export type LimitState = { amount: number | null; pending: PendingLimit | null }

export const noLimit: LimitState = { amount: null, pending: null }

/** Whether the first limit allows more than the second; null is no limit. */
export const isLooser = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other)

/**
 * What a request does to the limit in force: tighter or equal applies at once and cancels a waiting looser one;
 * looser waits. Repeated during the wait, the wait is unchanged; repeated after it, it confirms.
 */
export function changedLimit(state: LimitState, requested: number | null, wait: Wait): LimitState {
  if (!isLooser(requested, state.amount)) return { amount: requested, pending: null }
  if (state.pending?.amount === requested) return confirmedLimit(state) ?? state
  return { amount: state.amount, pending: { ...wait, amount: requested, isDue: false } }
}

/** The waiting looser limit, now in force; undefined if none waits or its wait is not over. */
export const confirmedLimit = ({ pending }: LimitState): LimitState | undefined =>
  pending?.isDue ? { amount: pending.amount, pending: null } : undefined
