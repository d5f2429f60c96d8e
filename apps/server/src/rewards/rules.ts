import { assert } from '../platform/errors.ts'

/** A check-in: its day and the streak it made. */
export type LastCheckIn = { day: string; streak: number }

type Prize = { streakDay: number; amountCents: number }
/** A prize and the day from which it applies. */
export type DatedPrize = Prize & { startsOn: string }

/** The prizes in force on a day, one for each day of the streak. */
export function prizesOn(dated: readonly DatedPrize[], day: string): Prize[] {
  const since = dated.findLast(({ startsOn }) => startsOn <= day)?.startsOn
  return dated
    .filter(({ startsOn }) => startsOn === since)
    .map(({ streakDay, amountCents }) => ({ streakDay, amountCents }))
}

const HOUSE_ZONE = 'America/Sao_Paulo'
const DAY_MS = 24 * 60 * 60_000

/**
 * The current day in a time zone, as `2026-11-22`; in the house's zone if the given one is invalid. Clients choose
 * the zone, so a player who changes it can get one day ahead, but never a second: each check-in must be of a later
 * day than the last.
 */
export function dayIn(zone: string, now: Date): string {
  const format = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  try {
    // Accept only named zones: an offset such as +23:59 would give a day that exists nowhere.
    return format(/^[A-Za-z]/.test(zone) ? zone : HOUSE_ZONE)
  } catch (error) {
    if (error instanceof RangeError) return format(HOUSE_ZONE)
    throw error
  }
}

/** Whether this day is already checked in. */
export const isDone = (last: LastCheckIn | undefined, today: string): boolean =>
  last !== undefined && last.day >= today

/** The streak that a check-in today makes: one more if the last check-in was yesterday, otherwise 1. */
export const nextStreak = (last: LastCheckIn | undefined, today: string): number =>
  last !== undefined && last.day === dayBefore(today) ? last.streak + 1 : 1

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** Which prize a streak wins, from 1 to `prizes`: after the last prize the first follows. */
export const streakDayOf = (streak: number, prizes: number): number => ((streak - 1) % prizes) + 1

/** One row of the VIP table. Thresholds are null for the last level, where the specification shows none. */
export type VipLevel = {
  level: number
  depositCents: number
  nextTopUpCents: number | null
  nextSettledCents: number | null
  withdrawalsADay: number
  feeBps: number
  /** Granted once when the level is reached. */
  awardCents: number
  hasOwnQueue: boolean
}

/** What counts towards a level: all top-ups and settled stakes of a player. */
type VipProgress = { topUpCents: number; settledCents: number }

/** A player's level, and what the next level requires (docs/specification.md, 9.05 to 9.10). */
export type VipStatus = {
  level: number
  withdrawalsADay: number
  feeBps: number
  next: { level: number; topUpCents: number; settledCents: number } | null
}

/**
 * The highest level whose deposit threshold is met by all top-ups, provided the thresholds of the row before are met
 * too. Levels are climbed one by one: a gap ends the climb.
 * Asserts: rows 0, 1, 2 … in order.
 */
export function vipStatus(table: readonly VipLevel[], progress: VipProgress): VipStatus {
  const first = table[0]
  assert(first !== undefined && table.every(({ level }, at) => level === at), 'the VIP table counts from 0')
  let standing = first
  for (const row of table.slice(1)) {
    if (!isReached(standing, row, progress)) break
    standing = row
  }
  const { level, withdrawalsADay, feeBps, nextTopUpCents, nextSettledCents } = standing
  const next =
    nextTopUpCents === null || nextSettledCents === null
      ? null
      : { level: level + 1, topUpCents: nextTopUpCents, settledCents: nextSettledCents }
  return { level, withdrawalsADay, feeBps, next }
}

function isReached(before: VipLevel, row: VipLevel, { topUpCents, settledCents }: VipProgress): boolean {
  return (
    topUpCents >= row.depositCents &&
    before.nextTopUpCents !== null &&
    topUpCents >= before.nextTopUpCents &&
    before.nextSettledCents !== null &&
    settledCents >= before.nextSettledCents
  )
}

/**
 * Rules that operators plan: prizes of the check-in, steps of the ladder, rates of commission, bonuses and discounts of
 * top-up packages, awards of VIP levels, steps of an activity.
 */
export type PlanKind = 'check_in' | 'ladder' | 'commission' | 'packages' | 'discounts' | 'vip' | 'activity'

/**
 * One rule. `place` counts from 1. `goal` is the threshold, 0 for a kind without one. `amount` is what the rule gives:
 * cents, or hundredths of a percent for commission and discounts. For a package `goal` is its price, `amount` the bonus
 * of a later top-up and `first` that of a first one. For a discount `goal` is the package price that it applies to.
 */
export type PlannedRule = { place: number; goal: number; amount: number; first?: number | undefined }

/** The most rules of a kind, and the highest amount of one. */
const bounds = {
  check_in: { rules: 31, amount: 1000 },
  ladder: { rules: 30, amount: 10_000_000 },
  commission: { rules: 3, amount: 45 },
  packages: { rules: 24, amount: 10_000_000 },
  discounts: { rules: 31, amount: 9000 },
  vip: { rules: 12, amount: 10_000_000 },
  activity: { rules: 6, amount: 100_000 },
} as const

/**
 * The most that all commission levels may pay together, in hundredths of a percent. With the game bonus this stays
 * below what the house keeps of the cheapest stake, even if one person owns all the accounts above
 * (docs/maths/bonus.md).
 */
const MOST_COMMISSION_BPS = 45

/** Whether ladder steps keep the thresholds in force: a claimed step is stored by its number alone. */
export const hasGoalsOf = (rules: readonly PlannedRule[], held: readonly PlannedRule[]): boolean =>
  rules.length === held.length && rules.every(({ goal }, at) => goal === held[at]?.goal)

/** Kinds whose goals must rise from one rule to the next; the others have no goals. */
const RISING: readonly PlanKind[] = ['ladder', 'packages', 'discounts', 'vip', 'activity']
/** Kinds whose rules may give nothing. */
const MAY_BRING_NOTHING: readonly PlanKind[] = ['commission', 'packages', 'discounts']

/** The first field that does not fit its kind; undefined if all fit. The cashier bounds packages and discounts too. */
export function unfitRule(kind: PlanKind, rules: readonly PlannedRule[]): string | undefined {
  const { rules: most, amount: mostAmount } = bounds[kind]
  if (rules.length === 0 || rules.length > most || (kind === 'commission' && rules.length !== most))
    return 'rules'
  for (const [at, { place, goal, amount, first }] of rules.entries()) {
    if (place !== at + 1) return `rules.${at}.place`
    const before = rules[at - 1]?.goal ?? 0
    if (RISING.includes(kind) ? goal <= before : goal !== 0) return `rules.${at}.goal`
    if (amount > mostAmount || (amount === 0 && !MAY_BRING_NOTHING.includes(kind)))
      return `rules.${at}.amount`
    if ((first !== undefined) !== (kind === 'packages')) return `rules.${at}.first`
  }
  const all = rules.reduce((sum, { amount }) => sum + amount, 0)
  return kind === 'commission' && all > MOST_COMMISSION_BPS ? 'rules' : undefined
}

/**
 * The most that a planned VIP award may grow to, in hundredths of a percent of the stakes between the level before
 * and its own. The cheapest stakes cost 0.56 % (docs/maths/bonus.md) and earn up to 0.25 % of game bonus and 0.225 %
 * of commission; the remaining cost exceeds the award. An award that is already higher may stay or shrink.
 */
const MOST_AWARD_BPS = 5

/**
 * The first VIP level with an invalid award, as its index in the list and the field; undefined if all fit. Thresholds
 * cannot change, so a plan moves no player to another level.
 */
export function unfitAward(
  rules: readonly PlannedRule[],
  table: readonly VipLevel[],
): { at: number; what: 'goal' | 'amount' } | undefined {
  if (rules.length !== table.length - 1) return { at: 0, what: 'goal' }
  for (const [at, { place, goal, amount }] of rules.entries()) {
    if (goal !== table[place]?.depositCents) return { at, what: 'goal' }
    const stakedCents = (table[at]?.nextSettledCents ?? 0) - (table[at - 1]?.nextSettledCents ?? 0)
    const mostCents = Math.max(table[place]?.awardCents ?? 0, (MOST_AWARD_BPS * stakedCents) / 10_000)
    if (amount > mostCents) return { at, what: 'amount' }
  }
  return undefined
}

/**
 * What the replayed days granted at one place of the rules of the time: how often, and for commission on which stakes.
 * For a check-in `place` is the streak.
 */
export type Given = { place: number; count: number; settledCents: number }

/**
 * What rules would have cost over past grants: each check-in by its streak, each reached ladder step by the steps up
 * to the same number of invitees, each level by its award, commission on the same stakes. The forecast ignores that
 * better prizes change how players act.
 * Units: cents.
 */
export function replayCents(
  kind: Exclude<PlanKind, 'packages' | 'discounts' | 'activity'>,
  given: readonly Given[],
  { present, rules }: { present: readonly PlannedRule[]; rules: readonly PlannedRule[] },
): number {
  const cost = ({ place, count, settledCents }: Given): number => {
    if (kind === 'check_in') return count * (rules[streakDayOf(place, rules.length) - 1]?.amount ?? 0)
    if (kind === 'vip') return count * (rules[place - 1]?.amount ?? 0)
    if (kind === 'commission') return (settledCents * (rules[place - 1]?.amount ?? 0)) / 10_000
    const [from, until] = [present[place - 2]?.goal ?? 0, present[place - 1]?.goal ?? 0]
    const reached = rules.filter(({ goal }) => goal > from && goal <= until)
    return count * reached.reduce((sum, { amount }) => sum + amount, 0)
  }
  return Math.round(given.reduce((sum, one) => sum + cost(one), 0))
}
