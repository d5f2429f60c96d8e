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

/** A limit of a player, by what it bounds and for how long. */
export type LimitName = { kind: LimitKind; period: LimitPeriod }

/** A limit in force: cents, of bets their number, of time minutes; one of time with the minutes used in its period. */
export type OwnLimit = { period: LimitPeriod; amount: number } & (
  | { kind: 'deposit' }
  | { kind: StakeKind }
  | { kind: 'time'; usedMinutes: number }
)

/** All limits that a player can set, in the order in which they are asked. */
export const limitNames: readonly LimitName[] = limitKinds.flatMap((kind) =>
  limitPeriods.map((period) => ({ kind, period })),
)

/** What was staked and has not come back; below zero after winning. */
export const netLoss = ({
  stakedCents,
  returnedCents,
}: Pick<PeriodSums, 'stakedCents' | 'returnedCents'>): number => stakedCents - returnedCents

/** The sums of a period: the days of it that are over, and today. */
export function sumsOf(period: LimitPeriod, today: PeriodSums, earlier: EarlierDays | undefined): PeriodSums {
  const before = period === 'day' ? undefined : earlier?.[period]
  if (!before) return today
  return {
    stakedCents: before.stakedCents + today.stakedCents,
    returnedCents: before.returnedCents + today.returnedCents,
    bets: before.bets + today.bets,
  }
}

/** Whether a limit can only be decided with the turnover of the period's days that are over. */
export const needsEarlierDays = ({ kind, period }: LimitName): boolean => isOfStakes(kind) && period !== 'day'

/** The kinds that are held against what was staked; the others are counted elsewhere. */
export type StakeKind = Exclude<LimitKind, 'deposit' | 'time'>

export const isOfStakes = (kind: LimitKind): kind is StakeKind => kind !== 'deposit' && kind !== 'time'

/**
 * Says no to a stake that could pass a limit of the player, were it lost whole; nothing where the stake may go on. Open
 * stakes count as lost until they return something: a limit that waits for results can be overrun by placing everything
 * at once.
 */
export function refuseStake(limits: readonly OwnLimit[], sumsIn: SumsIn, stakeCents: number) {
  for (const limit of limits) {
    if (limit.kind === 'deposit') continue
    const left = leftOf(limit, sumsIn)
    // A stake takes one of the bets that are left; and no time, but some must be left.
    if (left >= (limit.kind === 'bets' || limit.kind === 'time' ? 1 : stakeCents)) continue
    return refuse(codeOf(limit), { detail: detailOf(limit, left) })
  }
  return undefined
}

type SumsIn = (period: LimitPeriod) => PeriodSums

/**
 * Says no to a play without a stake once a limit of time or of the number of bets is used up; nothing where it may go on.
 * Limits of money do not stand against it: nothing of the player's is staked.
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

/** Says no to going on with a stake that is held, once a limit of time is used up: the stake was counted when it was taken. */
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

/** What of a limit on stakes is used up. */
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

/** A break in force; without an end it is for good, where it is of the national register until that says otherwise. */
export type OwnBreak = {
  kind: 'time_out' | 'exclusion' | 'block' | 'impeded'
  product: BlockedProduct | null
  startsAt: Date
  endsAt: Date | null
}

/**
 * What a player set for themselves; and all accounts of the person in ascending order, this one among them, where the person is known
 * to have several: a limit counts what all of them did.
 */
export type PlayerRules = {
  limits: readonly OwnLimit[]
  breaks: readonly OwnBreak[]
  accountIds: readonly number[]
}

/** Nothing set. */
export const noRules: PlayerRules = { limits: [], breaks: [], accountIds: [] }

/** Adds up what was staked and came back in several accounts. */
export const addSums = (sums: readonly PeriodSums[]): PeriodSums =>
  sums.reduce(
    (sum, one) => ({
      stakedCents: sum.stakedCents + one.stakedCents,
      returnedCents: sum.returnedCents + one.returnedCents,
      bets: sum.bets + one.bets,
    }),
    { stakedCents: 0, returnedCents: 0, bets: 0 },
  )

/** Adds up what was put into several accounts. */
export const addDeposited = (all: readonly Deposited[]): Deposited =>
  all.reduce(
    (sum, one) => ({ day: sum.day + one.day, week: sum.week + one.week, month: sum.month + one.month }),
    { day: 0, week: 0, month: 0 },
  )

/** Minutes that are over: of a minute that runs nothing is used up yet. */
export const wholeMinutes = (milliseconds: number): number => Math.floor(milliseconds / 60_000)

/** What the register says comes first: nothing that ends here ends it. */
const breakOrder = ['impeded', 'exclusion', 'time_out', 'block'] as const

/** Sorts breaks for the player: by kind from the strictest on, within a kind the one that ends last first. */
export const strictestFirst = (breaks: readonly OwnBreak[]): OwnBreak[] =>
  breaks.toSorted(
    (one, other) =>
      breakOrder.indexOf(one.kind) - breakOrder.indexOf(other.kind) || endOf(other) - endOf(one) || 0,
  )

/** The end of a break in milliseconds; one that is for good ends after all others. */
const endOf = ({ endsAt }: OwnBreak): number => endsAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Says no to a player on a break; nothing where none is in force. Blocks of products bound no top-up. */
export function refuseOnBreak(breaks: readonly OwnBreak[]) {
  const [first] = strictestFirst(breaks.filter(({ kind }) => kind !== 'block'))
  if (!first) return undefined
  const detail = { endsAt: first.endsAt?.toISOString() ?? null }
  if (first.kind === 'impeded') return refuse('impeded', { detail })
  return first.kind === 'exclusion' ? refuse('self_excluded', { detail }) : refuse('on_time_out', { detail })
}

/** Refuses a stake in a product that the player blocked. A block of sports covers bets in play. */
export function refuseProduct(breaks: readonly OwnBreak[], product: BlockedProduct) {
  const block = strictestFirst(breaks).find(
    (one) => one.product === product || (product === 'in_play' && one.product === 'sports'),
  )
  if (!block) return undefined
  const detail = { product: block.product, endsAt: block.endsAt?.toISOString() ?? null }
  return refuse('product_blocked', { detail })
}

/** How long a break lasts, as PostgreSQL reads an interval; null is for good. */
export const breakInterval = (length: BreakLength): string | null => {
  const span = breakSpans[length]
  return span && `${span.count} ${span.unit}`
}

/** What a player put in by period, with what orders and transfers on their way may still bring. */
export type Deposited = Readonly<Record<LimitPeriod, number>>

/** Says no to a top-up that would pass a limit of the player; nothing where it may go on. */
export function refuseTopUp(limits: readonly OwnLimit[], deposited: Deposited, cents: number) {
  for (const { kind, period, amount } of limits) {
    if (kind !== 'deposit' || deposited[period] + cents <= amount) continue
    const left = Math.max(0, amount - deposited[period])
    return refuse('deposit_limit', { detail: { kind, period, amount, left } })
  }
  return undefined
}

/** How a stake may use bonus money: at most so much of it, once the cash is used up. */
export type BonusRules = { maxBonusStakeCents: number }

/** Where a stake comes from, cash first; nothing when the player has not enough. */
export function splitStake(balances: { cashCents: number; bonusCents: number }, stakeCents: number) {
  if (balances.cashCents + balances.bonusCents < stakeCents) return undefined
  const cashCents = Math.min(balances.cashCents, stakeCents)
  return { cashCents, bonusCents: stakeCents - cashCents }
}

/** Says no to a stake that takes more from the bonus than one may; nothing where the stake may go on. */
export function refuseBonusStake({ bonusCents }: { bonusCents: number }, { maxBonusStakeCents }: BonusRules) {
  if (bonusCents <= maxBonusStakeCents) return undefined
  return refuse('bonus_stake_above_max', {
    values: { maxCents: maxBonusStakeCents },
    detail: { maxBonusStakeCents },
  })
}

/** From when until when a looser limit may be confirmed. */
export type Wait = { startsAt: Date; endsAt: Date }

/** A looser limit that waits for its time and then for the player's second yes; null lifts the limit. */
export type PendingLimit = Wait & { amount: number | null; isDue: boolean }

/** The limit in force, null for none, and a looser one that waits. */
export type LimitState = { amount: number | null; pending: PendingLimit | null }

export const noLimit: LimitState = { amount: null, pending: null }

/** Whether the first limit lets a player lose more than the second. */
export const isLooser = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other)

/**
 * What a player's wish does to the limit in force: tighter or the same holds at once and forgets a looser one
 * that waited; looser waits. Asked again for what already waits, the wait goes on unchanged; asked again after it, that is the second yes.
 */
export function changedLimit(state: LimitState, wished: number | null, wait: Wait): LimitState {
  if (!isLooser(wished, state.amount)) return { amount: wished, pending: null }
  if (state.pending?.amount === wished) return confirmedLimit(state) ?? state
  return { amount: state.amount, pending: { ...wait, amount: wished, isDue: false } }
}

/** The looser limit that waited, now in force; nothing where none waits, or its wait is not over. */
export const confirmedLimit = ({ pending }: LimitState): LimitState | undefined =>
  pending?.isDue ? { amount: pending.amount, pending: null } : undefined
