import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant } from './call.ts'
import { languages } from './languages.ts'

const dailyLossCents = z.nullable(centsAbove0)

/** The compliance policy in force and the player's own limits. */
export const protectionCalls = defineCalls({
  'GET /api/app/protection/policy': {
    summary: 'What the compliance profile in force allows; the app only mirrors it',
    access: 'visitor',
    data: z.object({
      profile: z.enum(['spec', 'br-spa']),
      version: z.string(),
      withdrawMethods: z.array(z.enum(['CPF', 'CNPJ', 'USDT'])),
      grantsGifts: z.boolean(),
      /** Whether there are levels, money for inviting others, and promotions (activities, check-in). */
      levelsByTopUp: z.boolean(),
      paysReferrals: z.boolean(),
      givesPromotions: z.boolean(),
      opensDepositByItself: z.boolean(),
      wagersTopUps: z.boolean(),
      /** Whether money leaves to the player's own CPF alone: the form then offers nothing to change. */
      ownNameOnly: z.boolean(),
      /** Whether a player has only so many withdrawals a day; where not, how many are left is not told. */
      countsWithdrawals: z.boolean(),
      /** The languages that the app may offer. */
      locales: z.array(z.enum(languages)),
      minAgeYears: z.int(),
    }),
  },
  'GET /api/app/protection/limits': {
    summary: "The player's own limits, in force and waiting",
    access: 'player',
    data: z.object({
      dailyLossCents,
      netLossTodayCents: z.int(),
      /** A looser limit waits a day; a tighter one holds at once. */
      pending: z.nullable(z.object({ dailyLossCents, startsAt: instant })),
    }),
  },
  'POST /api/app/protection/limits': {
    summary: "Sets the player's daily loss limit: tighter at once, looser after a day",
    access: 'player',
    body: z.strictObject({ dailyLossCents }),
    data: z.null(),
  },
})
