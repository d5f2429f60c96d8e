import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'
import {
  type CoolOffTerms,
  coolOffTerms,
  type HarmThresholds,
  harmThresholds,
  type StepTerms,
} from './harm-rules.ts'

/** Numbers of the limits; an operator may set others. */
/** Numbers of the check of documents and faces. */
type DocumentTerms = {
  /** So often a day a player may send documents: each is paid for. */
  sendsADay: number
  /** What could not be asked about for so long is for operators. */
  patienceSeconds: number
  /** From so much money of a player on two operators approve. */
  twoHandsFromCents: number
  /** Pictures that were refused, or never sent, are deleted after so many days. */
  keepDays: number
}

export type ProtectionSettings = {
  /** The least daily loss limit: below it a limit would be a block in disguise, with rules of its own. */
  minDailyLossCents: number
  /** How long a looser limit waits (GLI-19 A.3.7: a day or more). */
  loosenAfterSeconds: number
  /** How long after its wait a looser limit may still be confirmed. An old wish is no second yes of today. */
  confirmWithinSeconds: number
  /** From which figure on a sign of harm is a reason. */
  harm: HarmThresholds
  /** From which net loss of a day on a pause is offered. */
  coolOff: CoolOffTerms
  /** Of checks of documents and faces. */
  documents: DocumentTerms
  /** When the next step of a case of such reasons is due, and after how many days without any it ends by itself. */
  harmSteps: StepTerms & { quietDays: number }
}

export const protectionSettings: ProtectionSettings = {
  minDailyLossCents: 100,
  loosenAfterSeconds: 24 * 60 * 60,
  confirmWithinSeconds: 7 * 24 * 60 * 60,
  harm: harmThresholds,
  coolOff: coolOffTerms,
  documents: { sendsADay: 5, patienceSeconds: 60 * 60, twoHandsFromCents: 500_000, keepDays: 30 },
  // Signs are counted over a week: a second step within it would rest on what happened before the first.
  harmSteps: { daysBetweenSteps: 7, reasonsToHurry: 3, quietDays: 30 },
}

const times = z.int().min(1).max(100)
const minutesOfDay = z.int().min(1).max(1440)
const daysOfWeek = z.int().min(1).max(7)
const percent = z.int().min(100).max(10_000)
const leastCents = z.int().min(1).max(100_000_000)

/** What operators may set of these, from the next list of requests on. */
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
