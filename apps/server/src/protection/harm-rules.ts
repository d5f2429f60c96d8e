import { type HarmReason, type HarmSign, harmSigns, harmSteps } from '@palpite/contract'

/** One day of a player (America/Sao_Paulo), as plain figures. A day without any is left out. */
export type DayFigures = {
  /** Top-ups that came in. */
  depositedCents: number
  /** Of them, those within an hour after the one before. */
  depositsAgain: number
  /** Orders of top-ups that were not paid, or that the bank refused. */
  failedDeposits: number
  /** Minutes of being here, and those of them from midnight to six. */
  activeMinutes: number
  nightMinutes: number
  /** Requests for a looser limit or for none, and second yeses to them. */
  limitsLoosened: number
  /** Settled stakes less returns; below zero after winning. */
  netLossCents: number
}

/** From which figure on each sign is a reason. All count a week, and compare it with the four weeks before. */
export type HarmThresholds = {
  /** Top-ups within an hour after another, on days that ended with a loss. */
  chasingDeposits: number
  /** Minutes that make a night, and nights that make a reason. */
  nightMinutes: number
  nights: number
  /** Top-ups of the week against those of a usual week, in hundredths; and the least sum, in cents. */
  risingPercent: number
  risingMinCents: number
  limitsLoosened: number
  failedDeposits: number
  /** Minutes that make a day long, and long days that make a reason. */
  longDayMinutes: number
  longDays: number
  /** Net loss of the week against that of a usual week, in hundredths; and the least loss, in cents. */
  lossPercent: number
  lossMinCents: number
}

/**
 * Thresholds before an operator sets others. The kinds of signs are those of the British commission's guidance on customer
 * interaction (SR code 3.4.3: spend, patterns of spend, time, behaviour, use of tools). Neither it nor Portaria 1.231/2024 gives
 * figures: these are ours, chosen so that a single evening is never a reason.
 */
export const harmThresholds: HarmThresholds = {
  chasingDeposits: 3, // one top-up more is a habit of many; three after losses in one week are not
  nightMinutes: 30, // a look at a late result is shorter
  nights: 3, // more than a weekend
  risingPercent: 200, // twice a usual week: a payday alone brings less
  risingMinCents: 20_000, // below it a double is still small
  limitsLoosened: 2, // to change one's mind once is free
  failedDeposits: 5, // one code that was left unpaid is nothing
  longDayMinutes: 240, // four hours: half a working day
  longDays: 3, // more than a weekend
  lossPercent: 300, // results swing: double is chance, three times a usual week seldom
  lossMinCents: 30_000, // below it three times is still small
}

/** The seven days that are judged, and the 28 days before them. */
export type HarmFigures = { week: readonly DayFigures[]; before: readonly DayFigures[] }

const WEEKS_BEFORE = 4

type Rule = (figures: HarmFigures, thresholds: HarmThresholds) => Omit<HarmReason, 'sign'>

/** Adds up one figure of some days. */
const total = (days: readonly DayFigures[], figure: (day: DayFigures) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0)

/** Counts days. */
const count = (days: readonly DayFigures[], isOne: (day: DayFigures) => boolean): number =>
  days.filter(isOne).length

/** The greater one of a least figure and a share of a usual week; out of reach for a player without a usual week. */
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

/** The reasons that a player's figures give, in the order of `harmSigns`; none where no sign reaches its threshold. */
export const harmReasons = (figures: HarmFigures, thresholds: HarmThresholds): HarmReason[] =>
  harmSigns
    .map((sign) => ({ sign, ...rules[sign](figures, thresholds) }))
    .filter(({ seen, from }) => seen >= from)

/** From which net loss of a day on a pause is offered, in cents. */
export type CoolOffTerms = {
  /** Whatever is usual. */
  lossCents: number
  /** Against a usual losing day, in hundredths; and the least loss that this can come to. */
  usualPercent: number
  usualMinCents: number
}

/** Ours, as those of the signs: neither the British commission nor Portaria 1.231/2024 gives figures. */
export const coolOffTerms: CoolOffTerms = {
  lossCents: 50_000, // a third of a minimum wage in one day
  usualPercent: 300, // results swing: double is chance, three times a usual losing day seldom
  usualMinCents: 10_000, // below it three times is still small
}

/**
 * From which net loss of today on a pause is offered: the bound for everybody, or less for whose usual losing day is far below it. The
 * usual one is the mean of the days before that ended with a loss; of somebody without any the bound alone counts.
 * Units: cents; `before` the net loss of each of the 28 days before, below zero after winning.
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

/** When the next step of a case is due. */
export type StepTerms = {
  /** Days after a step in which it may work before the next one. */
  daysBetweenSteps: number
  /** With so many reasons at once the next step is taken a day later already. */
  reasonsToHurry: number
}

/** The grade of an open case, and how many days ago its last step was taken. */
export type OpenCase = { grade: number; daysSinceStep: number }

/** The grade that the next step brings; nothing where no step is due, or all were taken. */
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
