import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant } from './call.ts'
import { languages } from './languages.ts'

const dailyLossCents = z.nullable(centsAbove0)

/** The limitable quantities: deposits, net loss, stakes, bets, minutes. */
export const limitKinds = ['deposit', 'loss', 'stake', 'bets', 'time'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Whether a limit is in cents; the others count bets or minutes. */
export const isMoneyLimit = (kind: LimitKind): boolean => kind !== 'bets' && kind !== 'time'

/** Limit periods in America/Sao_Paulo: day, week from Monday, month. */
export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

const limitName = { kind: z.enum(limitKinds), period: z.enum(limitPeriods) }

/** Time-out durations. */
export const timeOutLengths = ['24h', '48h', '7d', '30d', '6w'] as const

/** Exclusion durations. */
export const exclusionLengths = ['3m', '6m', '12m', '5y', 'forever'] as const

export type BreakLength = (typeof timeOutLengths)[number] | (typeof exclusionLengths)[number]

/**
 * Each break's duration, null is permanent. The server counts by these, the app displays them. Calendar months and
 * years.
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

/** Blockable products: small and studio games, all sports bets, or in-play bets only. */
export const blockedProducts = ['games', 'sports', 'in_play'] as const
export type BlockedProduct = (typeof blockedProducts)[number]

/** Reality-check intervals in minutes. */
export const realityMinutes = [15, 30, 60, 120] as const
/** Null is never. */
export type RealityMinutes = (typeof realityMinutes)[number] | null

const realityInterval = z.nullable(z.literal(realityMinutes))

/** Cents, bets or minutes; null is no limit. */
const limitAmount = z.nullable(centsAbove0)

/** The rules for signs of harm; each has a figure and a threshold. */
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

/** The steps of a harm case in order; the case's grade is its last step's number. */
export const harmSteps = ['message', 'break', 'limits', 'marketing_off', 'contact'] as const
export type HarmStep = (typeof harmSteps)[number]

/** A sign with its weekly figure and threshold: cents, times, nights or days. */
export const harmReason = z.object({ sign: z.enum(harmSigns), seen: z.int(), from: z.int() })
export type HarmReason = z.infer<typeof harmReason>

/** The compliance policy in force and the player's limits. */
export const protectionCalls = defineCalls({
  'GET /api/app/protection/policy': {
    summary: 'What the compliance profile in force allows; the app only mirrors it',
    access: 'visitor',
    data: z.object({
      profile: z.enum(['spec', 'br-spa']),
      version: z.string(),
      withdrawMethods: z.array(z.enum(['CPF', 'CNPJ', 'USDT'])),
      grantsGifts: z.boolean(),
      /** Whether there are levels, commission, and promotions (activities, check-in). */
      levelsByTopUp: z.boolean(),
      paysReferrals: z.boolean(),
      givesPromotions: z.boolean(),
      opensDepositByItself: z.boolean(),
      wagersTopUps: z.boolean(),
      /** Whether only the player's own CPF is paid: the form then has no choice. */
      ownNameOnly: z.boolean(),
      /** Whether daily withdrawals are limited; otherwise no remaining number is shown. */
      countsWithdrawals: z.boolean(),
      /** Days a device stays trusted without the second factor; null for the default. */
      factorDays: z.nullable(z.int()),
      /** The offered languages. */
      locales: z.array(z.enum(languages)),
      minAgeYears: z.int(),
      /** Whether each access, and the registration, begins with the risks of betting. */
      tellsRisks: z.optional(z.boolean()),
      /** Whether the registration asks for name and CPF. */
      identifiesAtRegistration: z.optional(z.boolean()),
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
      /** A looser limit waits a day and needs a confirmation; a tighter one applies at once. */
      pending: z.nullable(z.object({ dailyLossCents, startsAt: instant })),
      /** Every limit, set or not, with its current use. */
      limits: z.array(
        z.object({
          ...limitName,
          amount: limitAmount,
          /** Negative after net wins. For deposits including open orders and transfers. */
          used: z.int(),
          pending: z.nullable(
            z.object({
              amount: limitAmount,
              startsAt: instant,
              /** Whether the wait is over: it applies after confirmation, until `endsAt`. */
              isDue: z.boolean(),
              endsAt: instant,
            }),
          ),
        }),
      ),
      /**
       * The kinds of limits that the player must still set, for any period, before anything is staked or paid
       * in.
       */
      needed: z.optional(z.array(z.enum(limitKinds))),
      /** Breaks in force, the strictest first; one without an end is for good. `impeded` is said by the national register, and holds until it says otherwise. */
      breaks: z.array(
        z.object({
          kind: z.enum(['impeded', 'exclusion', 'time_out', 'block']),
          product: z.nullable(z.enum(blockedProducts)),
          startsAt: instant,
          endsAt: z.nullable(instant),
        }),
      ),
      /** Since when operators hold the account suspended; null, or omitted by an older server, if they do not. */
      suspendedSince: z.optional(z.nullable(instant)),
      /** The interval of the reality check; null is never. */
      realityMinutes: realityInterval,
      /** This session: its start, and the net result of stakes and returns since. An open stake counts as lost. */
      session: z.object({ startedAt: instant, netResultCents: z.int() }),
      /** An offered pause after a big loss today, until answered: the net loss, and the threshold. */
      coolOff: z.optional(z.object({ netLossCents: z.int(), fromCents: z.int(), offeredAt: instant })),
      /** Whether the player must still read the risks of betting in this session. */
      risksDue: z.optional(z.boolean()),
      /** Whether nothing is advertised to the player: on a break, suspended, or by a step against harm. Omitted by an older server. */
      noMarketing: z.optional(z.boolean()),
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
    summary: 'Sets how often the player is shown the time played and the amount won or lost',
    access: 'player',
    body: z.strictObject({ minutes: realityInterval }),
    data: z.null(),
  },
  'POST /api/app/protection/coolOff': {
    summary: 'Notes that the player answered the pause that was offered; a pause itself is taken by timeOut',
    access: 'player',
    data: z.null(),
  },
  'POST /api/app/protection/risks': {
    summary: 'Notes that the player read the risks of betting at this access, once a session',
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
            /** Whether it is a request that waits for its time and confirmation. */
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
            /** That day's loss, as offered. */
            netLossCents: z.int(),
            /** The loss threshold. */
            fromCents: z.int(),
          }),
          z.object({ what: z.literal('suspended'), at: instant }),
          z.object({ what: z.literal('suspension_lifted'), at: instant }),
        ]),
      ),
    }),
  },
})
