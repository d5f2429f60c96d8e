import { type HarmReason, type HarmSign, harmSigns, harmSteps } from '@palpite/contract'

/** One player's figures for one day (America/Sao_Paulo). Days without activity are omitted. */
export type DayFigures = {
  /** Top-ups that came in. */
  depositedCents: number
  /** Top-ups within an hour after the previous one. */
  depositsAgain: number
  /** Top-up orders left unpaid or refused by the bank. */
  failedDeposits: number
  /** Minutes of activity, and those between midnight and six. */
  activeMinutes: number
  nightMinutes: number
  /** Requests for a looser limit or none, and their confirmations. */
  limitsLoosened: number
  /** Settled stakes minus returns; negative after winning. */
  netLossCents: number
}

/** The thresholds of the signs of harm. All cover one week, compared with the four weeks before. */
export type HarmThresholds = {
  /** Top-ups within an hour after another, on days that ended with a loss. */
  chasingDeposits: number
  /** Minutes that count as a night, and nights that make a reason. */
  nightMinutes: number
  nights: number
  /** Top-ups of the week against a usual week, in percent; and the minimum sum, in cents. */
  risingPercent: number
  risingMinCents: number
  limitsLoosened: number
  failedDeposits: number
  /** Minutes that count as a long day, and long days that make a reason. */
  longDayMinutes: number
  longDays: number
  /** Net loss of the week against a usual week, in percent; and the minimum loss, in cents. */
  lossPercent: number
  lossMinCents: number
}

/**
 * Default thresholds, until an operator sets others. The signs follow the British commission's guidance on customer
 * interaction (SR code 3.4.3: spend, patterns of spend, time, behaviour, use of tools). Neither it nor Portaria
 * 1.231/2024 gives figures: these are ours, chosen so that a single evening is never a reason.
 */
export const harmThresholds: HarmThresholds = {
  chasingDeposits: 3, // one repeated top-up is common; three after losses in one week are not
  nightMinutes: 30, // checking a late result is shorter
  nights: 3, // more than a weekend
  risingPercent: 200, // twice a usual week: a payday alone brings less
  risingMinCents: 20_000, // below it even a doubled sum is small
  limitsLoosened: 2, // changing one's mind once is free
  failedDeposits: 5, // one unpaid code means nothing
  longDayMinutes: 240, // four hours: half a working day
  longDays: 3, // more than a weekend
  lossPercent: 300, // results vary: a double loss is chance, three times a usual week is rare
  lossMinCents: 30_000, // below it even a tripled loss is small
}

/** The seven days judged, and the 28 days before them. */
export type HarmFigures = { week: readonly DayFigures[]; before: readonly DayFigures[] }

const WEEKS_BEFORE = 4

type Rule = (figures: HarmFigures, thresholds: HarmThresholds) => Omit<HarmReason, 'sign'>

/** Sums one figure over days. */
const total = (days: readonly DayFigures[], figure: (day: DayFigures) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0)

/** Counts days that match. */
const count = (days: readonly DayFigures[], isOne: (day: DayFigures) => boolean): number =>
  days.filter(isOne).length

/** The higher of a minimum and a share of a usual week; unreachable for a player without a usual week. */
const aboveUsual = (usual: number, percent: number, min: number): number =>
  usual > 0 ? Math.max(min, Math.ceil((usual * percent) / 100)) : Number.MAX_SAFE_INTEGER

const rules: Readonly<Record<HarmSign, Rule>> = {
  chasing: ({ week }, { chasingDeposits }) => ({
    seen: total(week, ({ netLossCents, depositsAgain }) => (netLossCents > 0 ? depositsAgain : 0)),
    from: chasingDeposits,
  }),
  nights: ({ week }, { nights, nightMinutes }) => ({
    seen: count(week, (day) => day.nightMinutes >= nightMinutes),
    from: nights,
  }),
  rising_deposits: ({ week, before }, { risingPercent, risingMinCents }) => ({
    seen: total(week, ({ depositedCents }) => depositedCents),
    from: aboveUsual(
      total(before, ({ depositedCents }) => depositedCents) / WEEKS_BEFORE,
      risingPercent,
      risingMinCents,
    ),
  }),
  limits_loosened: ({ week }, { limitsLoosened }) => ({
    seen: total(week, (day) => day.limitsLoosened),
    from: limitsLoosened,
  }),
  failed_deposits: ({ week }, { failedDeposits }) => ({
    seen: total(week, (day) => day.failedDeposits),
    from: failedDeposits,
  }),
  long_days: ({ week }, { longDays, longDayMinutes }) => ({
    seen: count(week, (day) => day.activeMinutes >= longDayMinutes),
    from: longDays,
  }),
  loss_above_usual: ({ week, before }, { lossPercent, lossMinCents }) => ({
    seen: total(week, ({ netLossCents }) => netLossCents),
    from: aboveUsual(
      total(before, ({ netLossCents }) => netLossCents) / WEEKS_BEFORE,
      lossPercent,
      lossMinCents,
    ),
  }),
}

/** The reasons a player's figures give, in the order of `harmSigns`; empty if no sign reaches its threshold. */
export const harmReasons = (figures: HarmFigures, thresholds: HarmThresholds): HarmReason[] =>
  harmSigns
    .map((sign) => ({ sign, ...rules[sign](figures, thresholds) }))
    .filter(({ seen, from }) => seen >= from)

/** The daily net loss from which a pause is offered, in cents. */
export type CoolOffTerms = {
  /** The bound for every player. */
  lossCents: number
  /** Share of a usual losing day, in percent; and the minimum loss this can come to. */
  usualPercent: number
  usualMinCents: number
}

/** Our own figures, as for the signs: neither the British commission nor Portaria 1.231/2024 gives any. */
export const coolOffTerms: CoolOffTerms = {
  lossCents: 50_000, // a third of a minimum wage in one day
  usualPercent: 300, // results vary: a double loss is chance, three times a usual losing day is rare
  usualMinCents: 10_000, // below it even a tripled loss is small
}

/**
 * The net loss of today from which a pause is offered: the general bound, or less for a player whose usual losing day
 * is far below it. The usual losing day is the mean of earlier days that ended with a loss; without one, only the
 * bound counts.
 * Units: cents; `before` is the net loss of each of the 28 days before, negative after winning.
 */
export function coolOffFrom(
  before: readonly number[],
  { lossCents, usualPercent, usualMinCents }: CoolOffTerms,
): number {
  const losses = before.filter((cents) => cents > 0)
  if (losses.length === 0) return lossCents
  const usual = losses.reduce((sum, cents) => sum + cents, 0) / losses.length
  return Math.min(lossCents, aboveUsual(usual, usualPercent, usualMinCents))
}

/** When a case's next step is due. */
export type StepTerms = {
  /** Days a step has to take effect before the next one. */
  daysBetweenSteps: number
  /** With this many reasons at once the next step comes after one day. */
  reasonsToHurry: number
}

/** An open case: its grade, and days since its last step. */
export type OpenCase = { grade: number; daysSinceStep: number }

/** The grade the next step brings; undefined if no step is due, or all were taken. */
export function nextGrade(
  open: OpenCase | undefined,
  reasons: readonly HarmReason[],
  { daysBetweenSteps, reasonsToHurry }: StepTerms,
): number | undefined {
  if (reasons.length === 0) return undefined
  if (!open) return 1
  const waits = reasons.length >= reasonsToHurry ? 1 : daysBetweenSteps
  return open.grade < harmSteps.length && open.daysSinceStep >= waits ? open.grade + 1 : undefined
}
