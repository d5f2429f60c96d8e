import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** Numbers of this module; an operator may set others. */
export type MessagesSettings = {
  /** A message is kept so many days, read or not. */
  keepDays: number
  /** A round of a small game is worth a message from this payout on, */
  notablePayoutCents: number
  /** and from so many times its stake on. */
  notableTimes: number
  /** The ways to reach support. What is empty is not shown. */
  support: {
    /** When somebody answers, in minutes from midnight in Brasília; 0 to 1440 is always. */
    fromMinute: number
    toMinute: number
    /** A page of a messaging app, and one of social media. */
    messagingLink: string
    socialLink: string
    email: string
  }
}

export const messagesSettings: MessagesSettings = {
  keepDays: 90,
  notablePayoutCents: 50_00,
  notableTimes: 10,
  support: { fromMinute: 0, toMinute: 1440, messagingLink: '', socialLink: '', email: '' },
}

/** Where a player is led to: a page of the web, and nothing that would run here. */
const link = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)])

/** What operators may set of these, from the next list on. */
export const messagesSettingsDefinition = defineSettings(
  { module: 'messages', takesEffect: 'at_once', defaults: messagesSettings },
  {
    keepDays: z.int().min(7).max(3650),
    notablePayoutCents: z.int().min(1).max(100_000_000),
    notableTimes: z.int().min(1).max(1_000_000),
    support: z.strictObject({
      fromMinute: z.int().min(0).max(1440),
      toMinute: z.int().min(0).max(1440),
      messagingLink: link,
      socialLink: link,
      email: z.union([z.literal(''), z.email()]),
    }),
  },
)
