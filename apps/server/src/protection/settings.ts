import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'
import {
  type CoolOffTerms,
  coolOffTerms,
  type HarmThresholds,
  harmThresholds,
  type StepTerms,
} from './harm-rules.ts'

/** Settings of the document check. */
type DocumentTerms = {
  /** Checks a player may submit a day: each one costs money. */
  sendsADay: number
  /** A check unanswered for this long goes to operators. */
  patienceSeconds: number
  /** From this balance on two operators must approve. */
  twoHandsFromCents: number
  /** Pictures refused or never submitted are deleted after this many days. */
  keepDays: number
}

/** Settings of player protection; operators may change them. */
export type ProtectionSettings = {
  /** The minimum of every limit in money: a lower one would be a block in disguise, which has rules of its own. */
  minDailyLossCents: number
  /** How long a looser limit waits (GLI-19 A.3.7: at least a day). */
  loosenAfterSeconds: number
  /** How long after its wait a looser limit may be confirmed; an old request is no consent for today. */
  confirmWithinSeconds: number
  /** Thresholds of the signs of harm. */
  harm: HarmThresholds
  /** The net loss from which a pause is offered. */
  coolOff: CoolOffTerms
  /** Settings of document checks. */
  documents: DocumentTerms
  /** When the next step of a case is due, and after how many quiet days a case closes itself. */
  harmSteps: StepTerms & { quietDays: number }
}

export const protectionSettings: ProtectionSettings = {
  minDailyLossCents: 100,
  loosenAfterSeconds: 24 * 60 * 60,
  confirmWithinSeconds: 7 * 24 * 60 * 60,
  harm: harmThresholds,
  coolOff: coolOffTerms,
  documents: { sendsADay: 5, patienceSeconds: 60 * 60, twoHandsFromCents: 500_000, keepDays: 30 },
  // Signs cover a week: a second step within it would rest on the same events as the first.
  harmSteps: { daysBetweenSteps: 7, reasonsToHurry: 3, quietDays: 30 },
}

const times = z.int().min(1).max(100)
const minutesOfDay = z.int().min(1).max(1440)
const daysOfWeek = z.int().min(1).max(7)
const percent = z.int().min(100).max(10_000)
const leastCents = z.int().min(1).max(100_000_000)

/** The settings operators may change, effective from the next batch. */
export const protectionSettingsDefinition = defineSettings(
  { module: 'protection', takesEffect: 'at_once', defaults: protectionSettings },
  {
    minDailyLossCents: z.int().min(1).max(100_000),
    loosenAfterSeconds: z
      .int()
      .min(24 * 60 * 60)
      .max(30 * 24 * 60 * 60),
    confirmWithinSeconds: z
      .int()
      .min(60 * 60)
      .max(30 * 24 * 60 * 60),
    harm: z.strictObject({
      chasingDeposits: times,
      nightMinutes: minutesOfDay,
      nights: daysOfWeek,
      risingPercent: percent,
      risingMinCents: leastCents,
      limitsLoosened: times,
      failedDeposits: times,
      longDayMinutes: minutesOfDay,
      longDays: daysOfWeek,
      lossPercent: percent,
      lossMinCents: leastCents,
    }),
    coolOff: z.strictObject({ lossCents: leastCents, usualPercent: percent, usualMinCents: leastCents }),
    documents: z.strictObject({
      sendsADay: z.int().min(1).max(50),
      patienceSeconds: z
        .int()
        .min(60)
        .max(7 * 24 * 60 * 60),
      twoHandsFromCents: leastCents,
      keepDays: z.int().min(1).max(365),
    }),
    harmSteps: z.strictObject({
      daysBetweenSteps: z.int().min(1).max(90),
      reasonsToHurry: z.int().min(1).max(7),
      quietDays: z.int().min(7).max(365),
    }),
  },
)
