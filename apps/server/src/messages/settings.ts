import * as z from 'zod'
import { defineSettings } from '../platform/settings/settings.ts'

/** Numbers of this module; an operator may set others. */
export type MessagesSettings = {
  /** A message is kept so many days, read or not. */
  keepDays: number
  /** A round of a small game is worth a message from this payout on, */
  notablePayoutCents: number
  /** and from so many times its stake on. */
  notableTimes: number
}

export const messagesSettings: MessagesSettings = {
  keepDays: 90,
  notablePayoutCents: 50_00,
  notableTimes: 10,
}

/** What operators may set of these, from the next list on. */
export const messagesSettingsDefinition = defineSettings(
  { module: 'messages', takesEffect: 'at_once', defaults: messagesSettings },
  {
    keepDays: z.int().min(7).max(3650),
    notablePayoutCents: z.int().min(1).max(100_000_000),
    notableTimes: z.int().min(1).max(1_000_000),
  },
)
