import * as z from 'zod/mini'
import { day, instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const exceptionId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
/** Earnings, flows, and the number of active players. */
const figures = z.object({
  /** Stakes minus returns of settled play. */
  sportsbookCents: z.int(),
  gamesCents: z.int(),
  ggrCents: z.int(),
  /** Minus granted bonuses that were not returned. */
  ngrCents: z.int(),
  /** Minus refunds. */
  depositsCents: z.int(),
  withdrawalsCents: z.int(),
  activePlayers: z.int(),
})
/** A day or month of the house, from closed days only. Negative where more was returned than received. */
const period = z.object({
  /** `2026-11-28`, or `2026-11`. */
  period: z.string(),
  /** Stakes of bets that came in, gross; stakes reopened by a corrected result count again. */
  betsStakedCents: z.int(),
  sportsbookCents: z.int(),
  /** The small games of the house. */
  ownGamesCents: z.int(),
  studios: z.array(z.object({ studio: z.string(), cents: z.int() })),
  studiosCents: z.int(),
  ggrCents: z.int(),
  /** Bonuses, free bets, boosts and insurances. */
  bonusesGrantedCents: z.int(),
  bonusesBackCents: z.int(),
  ngrCents: z.int(),
  /** Payment routes: each bank, and USDT. */
  rails: z.array(
    z.object({
      rail: z.string(),
      inCents: z.int(),
      inBackCents: z.int(),
      outCents: z.int(),
      outBackCents: z.int(),
    }),
  ),
  depositsCents: z.int(),
  withdrawalsCents: z.int(),
  feesCents: z.int(),
})
const line = z.object({
  /** House accounts by name, players' accounts by kind. */
  account: z.string(),
  debitCents: z.int(),
  creditCents: z.int(),
  balanceCents: z.int(),
})

/** The books: balances, journal, and differences with bank and chain. */
export const operatorBookCalls = defineOperatorCalls({
  'GET /api/backoffice/books/trialBalance': {
    summary: 'All accounts as they stood at a moment; they add up to zero',
    permission: 'books.read',
    query: z.strictObject({ at: z.optional(instant) }),
    data: z.object({ at: instant, lines: z.array(line), sumCents: z.int() }),
  },
  'GET /api/backoffice/books/journal': {
    summary:
      'What was booked by day and account over at most 92 days, as CSV; debits and credits of a day are the same',
    permission: 'books.read',
    query: z.strictObject({ from: day, until: day }),
    data: z.object({ fileName: z.string(), csv: z.string() }),
  },
  'GET /api/backoffice/books/figures': {
    summary:
      'What the house earned, took and paid since the last day that is closed, and on that day; no older than a minute',
    permission: 'books.read',
    data: z.object({
      today: z.string(),
      /** The day that `now` starts with: earlier than today if yesterday is not closed; today if no day is closed. */
      since: z.string(),
      now: figures,
      last: z.nullable(z.object({ day: z.string(), ...figures.shape })),
    }),
  },
  'GET /api/backoffice/books/periods': {
    summary:
      'Earnings by product, cost of bonuses, deposits and withdrawals, by closed day or month (366 days, or 36 months), last first',
    permission: 'books.read',
    query: z.strictObject({ from: day, until: day, by: z.enum(['day', 'month']) }),
    data: z.object({
      /** Null before the first closed day. */
      lastClosed: z.nullable(z.string()),
      periods: z.array(period),
    }),
  },
  'GET /api/backoffice/books/playersMoney': {
    summary:
      'What players had at the end of each day beside what the accounts that hold it had, the last day first',
    permission: 'books.read',
    data: z.object({
      days: z.array(z.object({ day: z.string(), playersCents: z.int(), heldCents: z.int() })),
    }),
  },
  'GET /api/backoffice/books/firstGifts': {
    summary: 'What the gifts of first top-ups cost by day (of America/Sao_Paulo), the last day first',
    permission: 'books.read',
    data: z.object({
      days: z.array(z.object({ day: z.string(), gifts: z.int(), cents: z.int() })),
    }),
  },
  'GET /api/backoffice/books/exceptions': {
    summary:
      'Differences between bank, chain and books that nobody settled yet, with owner and age, the oldest first',
    permission: 'books.read',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          day: z.string(),
          source: z.string(),
          subject: z.string(),
          what: z.string(),
          openedAt: instant,
          ownerId: z.nullable(z.int()),
          ageHours: z.int(),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/books/uncredited': {
    summary:
      'What came to addresses of players and is not credited by itself (too little, another token, no rate known in time), until it is decided',
    permission: 'books.read',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          playerId: z.int(),
          network: z.string(),
          hash: z.string(),
          contract: z.string(),
          micros: z.int(),
          status: z.enum(['below_min', 'other_token', 'no_rate']),
          seenAt: instant,
          ageHours: z.int(),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/books/uncredited/:id/decide': {
    summary:
      'Credits USDT that is less than the least, or at the rate of now what had none in time, or leaves a transfer as it is; audited',
    permission: 'books.settle',
    params: z.strictObject({ id: exceptionId }),
    body: z.strictObject({
      requestId,
      outcome: z.enum(['credit', 'leave']),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/books/bankOwn': {
    summary: "Says what of the money at a bank is the house's own, from now on; audited",
    permission: 'books.settle',
    body: z.strictObject({
      provider: z.string().check(z.regex(/^[a-z0-9-]{2,20}$/)),
      ownCents: z.int(),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/books/usdtLeft': {
    summary:
      "Says how much USDT has left a player's address in all, and why: swept to the treasury, say; the last word holds; audited",
    permission: 'books.settle',
    body: z.strictObject({
      network: z.enum(['TRC20', 'ERC20']),
      /** As in the exception. */
      account: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
      /** Millionths, since the address was created. */
      micros: z.int().check(z.minimum(0)),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/books/exceptions/:id/own': {
    summary: 'Takes a difference on; audited',
    permission: 'books.settle',
    params: z.strictObject({ id: exceptionId }),
    data: z.null(),
  },
  'POST /api/backoffice/books/exceptions/:id/close': {
    summary: 'Settles a difference that one has taken on, and says how; audited',
    permission: 'books.settle',
    params: z.strictObject({ id: exceptionId }),
    body: z.strictObject({ resolution: z.string().check(z.maxLength(500), z.regex(/\S/)) }),
    data: z.null(),
  },
})
