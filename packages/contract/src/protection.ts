import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant } from './call.ts'
import { languages } from './languages.ts'

const dailyLossCents = z.nullable(centsAbove0)

/** What a player may bound: money put in, net loss, stakes, number of bets, minutes of being here. */
export const limitKinds = ['deposit', 'loss', 'stake', 'bets', 'time'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Whether a limit is one of money, in cents; the others are of bets or of minutes. */
export const isMoneyLimit = (kind: LimitKind): boolean => kind !== 'bets' && kind !== 'time'

/** For how long a limit counts: the day, the week from Monday on, the month, all of America/Sao_Paulo. */
export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

const limitName = { kind: z.enum(limitKinds), period: z.enum(limitPeriods) }

/** How long a time-out lasts. */
export const timeOutLengths = ['24h', '48h', '7d', '30d', '6w'] as const

/** How long an exclusion lasts. */
export const exclusionLengths = ['3m', '6m', '12m', '5y', 'forever'] as const

export type BreakLength = (typeof timeOutLengths)[number] | (typeof exclusionLengths)[number]

/**
 * How long each break lasts, null for good. The server counts by these, and the app writes them. Months and years are those
 * of the calendar.
 */
export const breakSpans = {
  '24h': { count: 24, unit: 'hour' },
  '48h': { count: 48, unit: 'hour' },
  '7d': { count: 7, unit: 'day' },
  '30d': { count: 30, unit: 'day' },
  '6w': { count: 6, unit: 'week' },
  '3m': { count: 3, unit: 'month' },
  '6m': { count: 6, unit: 'month' },
  '12m': { count: 12, unit: 'month' },
  '5y': { count: 5, unit: 'year' },
  forever: null,
} as const satisfies Record<
  BreakLength,
  { count: number; unit: 'hour' | 'day' | 'week' | 'month' | 'year' } | null
>

/** What a player may block: small games and games of studios, all bets on sports, or those in play alone. */
export const blockedProducts = ['games', 'sports', 'in_play'] as const
export type BlockedProduct = (typeof blockedProducts)[number]

/** How often a player may be told how long they have been here: minutes. */
export const realityMinutes = [15, 30, 60, 120] as const
/** Null is never. */
export type RealityMinutes = (typeof realityMinutes)[number] | null

const realityInterval = z.nullable(z.literal(realityMinutes))

/** Cents, of bets their number, of time minutes; null is no limit. */
const limitAmount = z.nullable(centsAbove0)

/** What the daily look for signs of harm finds; each is a rule with a figure and a threshold. */
export const harmSigns = [
  'chasing',
  'nights',
  'rising_deposits',
  'limits_loosened',
  'failed_deposits',
  'long_days',
  'loss_above_usual',
] as const
export type HarmSign = (typeof harmSigns)[number]

/** What is done about signs of harm, one step after the other; the grade of a case is the number of its last step. */
export const harmSteps = ['message', 'break', 'limits', 'marketing_off', 'contact'] as const
export type HarmStep = (typeof harmSteps)[number]

/** A sign with the figure that was seen in its week, and from which figure on it counts: cents, times, nights or days. */
export const harmReason = z.object({ sign: z.enum(harmSigns), seen: z.int(), from: z.int() })
export type HarmReason = z.infer<typeof harmReason>

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
      /** For so many days a trusted device is not asked for the second factor; null: as the product has it. */
      factorDays: z.nullable(z.int()),
      /** The languages that the app may offer. */
      locales: z.array(z.enum(languages)),
      minAgeYears: z.int(),
      /** Whose product this is, and by which authorisation it takes bets; null where it has none to name. */
      licence: z.nullable(
        z.object({
          company: z.string(),
          cnpj: z.string(),
          authorisation: z.string(),
          phone: z.string(),
          email: z.string(),
        }),
      ),
    }),
  },
  'GET /api/app/protection/limits': {
    summary: "The player's own limits, in force and waiting",
    access: 'player',
    data: z.object({
      dailyLossCents,
      netLossTodayCents: z.int(),
      /** A looser limit waits a day, and then for the player's second yes; a tighter one holds at once. */
      pending: z.nullable(z.object({ dailyLossCents, startsAt: instant })),
      /** Every limit there is, set or not, with what of it is used by now. */
      limits: z.array(
        z.object({
          ...limitName,
          amount: limitAmount,
          /** Below zero after winning more than was lost. Of deposits also what orders and transfers may still bring. */
          used: z.int(),
          pending: z.nullable(
            z.object({
              amount: limitAmount,
              startsAt: instant,
              /** Whether the wait is over: it holds once the player says yes again, until `endsAt`. */
              isDue: z.boolean(),
              endsAt: instant,
            }),
          ),
        }),
      ),
      /** Breaks in force, the strictest first; one without an end is for good. `impeded` is said by the national register, and holds until it says otherwise. */
      breaks: z.array(
        z.object({
          kind: z.enum(['impeded', 'exclusion', 'time_out', 'block']),
          product: z.nullable(z.enum(blockedProducts)),
          startsAt: instant,
          endsAt: z.nullable(instant),
        }),
      ),
      /** How often the player wants to be told what `session` says; null is never. */
      realityMinutes: realityInterval,
      /**
       * This sign-in: since when, and what was won (+) or lost (−) since then by everything staked and returned. A stake that
       * is open counts as lost.
       */
      session: z.object({ startedAt: instant, netResultCents: z.int() }),
      /** A pause that is offered after a big loss of today, until the player answers it: the net loss, and from which one on it was offered. */
      coolOff: z.optional(z.object({ netLossCents: z.int(), fromCents: z.int(), offeredAt: instant })),
    }),
  },
  'POST /api/app/protection/limits': {
    summary: "Sets the player's daily loss limit: tighter at once, looser after a day",
    access: 'player',
    body: z.strictObject({ dailyLossCents }),
    data: z.null(),
  },
  'POST /api/app/protection/limit': {
    summary: 'Sets one limit of the player: tighter at once, looser after a wait and a second yes',
    access: 'player',
    body: z.strictObject({ ...limitName, amount: limitAmount }),
    data: z.null(),
  },
  'POST /api/app/protection/limit/confirm': {
    summary: 'The second yes to a looser limit whose wait is over; it then holds at once',
    access: 'player',
    body: z.strictObject(limitName),
    data: z.null(),
  },
  'POST /api/app/protection/reality': {
    summary: 'Sets how often the player is told how long they have been here and what they won or lost',
    access: 'player',
    body: z.strictObject({ minutes: realityInterval }),
    data: z.null(),
  },
  'POST /api/app/protection/coolOff': {
    summary: 'Notes that the player answered the pause that was offered; a pause itself is taken by timeOut',
    access: 'player',
    data: z.null(),
  },
  'POST /api/app/protection/timeOut': {
    summary: 'Takes no stake and no top-up for a while, from now on; it cannot be shortened',
    access: 'player',
    body: z.strictObject({ length: z.enum(timeOutLengths) }),
    data: z.null(),
  },
  'POST /api/app/protection/exclusion': {
    summary: 'Excludes the player for months or for good, from now on; money can still be withdrawn',
    access: 'player',
    body: z.strictObject({ length: z.enum(exclusionLengths) }),
    data: z.null(),
  },
  'POST /api/app/protection/block': {
    summary: 'Takes no stake in one product for a while, from now on; it cannot be shortened',
    access: 'player',
    body: z.strictObject({
      product: z.enum(blockedProducts),
      length: z.enum([...timeOutLengths, ...exclusionLengths]),
    }),
    data: z.null(),
  },
  'GET /api/app/protection/log': {
    summary:
      "The player's own log of protection, the latest first: limits asked for, breaks, and steps with their reasons",
    access: 'player',
    data: z.object({
      items: z.array(
        z.discriminatedUnion('what', [
          z.object({
            what: z.literal('limit'),
            at: instant,
            ...limitName,
            before: limitAmount,
            amount: limitAmount,
            /** Whether it was a request that waits for its time and a second yes. */
            waits: z.boolean(),
          }),
          z.object({
            what: z.literal('break'),
            at: instant,
            kind: z.enum(['exclusion', 'time_out', 'block']),
            product: z.nullable(z.enum(blockedProducts)),
            endsAt: z.nullable(instant),
          }),
          z.object({
            what: z.literal('step'),
            at: instant,
            step: z.enum(harmSteps),
            reasons: z.array(harmReason),
          }),
          z.object({
            what: z.literal('cool_off'),
            at: instant,
            /** Of that day, as the pause was offered. */
            netLossCents: z.int(),
            /** From which loss on it was. */
            fromCents: z.int(),
          }),
        ]),
      ),
    }),
  },
})
