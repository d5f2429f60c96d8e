import * as z from 'zod'
import { defineSettings } from '../platform/settings/settings.ts'

/** Numbers of the limits; an operator may set others. */
export type ProtectionSettings = {
  /** The least daily loss limit: below it a limit would be a block in disguise, with rules of its own. */
  minDailyLossCents: number
  /** How long a looser limit waits (GLI-19 A.3.7: a day or more). */
  loosenAfterSeconds: number
  /** How long after its wait a looser limit may still be confirmed. An old wish is no second yes of today. */
  confirmWithinSeconds: number
}

export const protectionSettings: ProtectionSettings = {
  minDailyLossCents: 100,
  loosenAfterSeconds: 24 * 60 * 60,
  confirmWithinSeconds: 7 * 24 * 60 * 60,
}

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
  },
)
