import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** Settings of this module; operators can change them. */
export type MessagesSettings = {
  /** Days for which a message is kept, read or not. */
  keepDays: number
  /** A round of a small game leads to a message if it pays at least this, and at least this many times its stake. */
  notablePayoutCents: number
  notableTimes: number
  /** The support channels. An empty one is not shown. */
  support: {
    /** Support hours, in minutes from midnight in Brasília; 0 to 1440 is always. */
    fromMinute: number
    toMinute: number
    /** Links to a messaging app and to social media. */
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

/** A web link: no other protocol, so no script can run. */
const link = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)])

/** The settings that operators can change, in force from the next list on. */
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
