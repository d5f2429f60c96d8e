import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant, nextCursor, publicId, priceMilli, requestId } from './call.ts'

const sport = z.enum(SPORTS)
const id = z.string().check(z.regex(/^\d{1,18}$/))

/** A price can be bet on while it is open. */
export const outcomeStatus = z.enum(['open', 'suspended', 'closed'])
export const marketStatus = z.enum(['open', 'suspended', 'closed', 'settled'])

/** A day of the coming week, counted from today, as the house has days: those of America/Sao_Paulo. */
const weekDay = z.enum(['0', '1', '2', '3', '4', '5', '6', '7'])

/** One thing to bet on. `code` names it in its market: home, draw, away, over, under. */
const outcome = z.object({
  outcomeId: z.string(),
  code: z.string(),
  /** The team's name, for outcomes that are teams; else the app names the outcome in its language. */
  name: z.nullable(z.string()),
  priceMilli: z.int(),
  status: outcomeStatus,
  /** Once settled: what became of it, as a result code of the specification. */
  result: z.nullable(z.int()),
})

/** `type` is a market type of `@palpite/odds`; `lineQuarters` is its line in quarters of a goal. */
const market = z.object({
  marketId: z.string(),
  type: z.string(),
  period: z.int(),
  lineQuarters: z.nullable(z.int()),
  status: marketStatus,
  outcomes: z.array(outcome),
})

const fixture = z.object({
  fixtureId: z.string(),
  sport,
  competition: z.string(),
  /** The match is invented, its clubs and its result too: the app says so wherever it shows it. */
  simulated: z.boolean(),
  home: z.string(),
  away: z.string(),
  startsAt: instant,
  /** Match time code of the specification: 0 not open, 1 first half, 2 midfield, 3 second half, … */
  matchStatus: z.int(),
  minute: z.nullable(z.int()),
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  corners: z.nullable(z.tuple([z.int(), z.int()])),
  cards: z.nullable(z.tuple([z.int(), z.int()])),
  /** Grows with every change of the match or its prices: a push with a smaller one is stale. */
  version: z.int(),
  marketCount: z.int(),
  markets: z.array(market),
})

/** A bet as its owner sees it. `result` is a code of the specification, 0 while open. */
const bet = z.object({
  betId: publicId,
  status: z.enum(['open', 'settled']),
  result: z.int(),
  stakeCents: centsAbove0,
  returnCents: z.nullable(z.int()),
  potentialReturnCents: z.int(),
  placedAt: instant,
  settledAt: z.nullable(instant),
  legs: z.array(
    z.object({
      outcomeId: z.string(),
      fixtureId: z.string(),
      home: z.string(),
      away: z.string(),
      startsAt: instant,
      marketType: z.string(),
      period: z.int(),
      lineQuarters: z.nullable(z.int()),
      code: z.string(),
      name: z.nullable(z.string()),
      priceMilli,
      result: z.int(),
      homeScore: z.nullable(z.int()),
      awayScore: z.nullable(z.int()),
      matchStatus: z.int(),
      minute: z.nullable(z.int()),
      /** The match is invented. */
      simulated: z.boolean(),
    }),
  ),
})

/** Catalogue, bets and their records. */
export const sportsbookCalls = defineCalls({
  'GET /api/app/sportsbook/sports': {
    summary: 'The sports that have a competition, with their numbers of live and coming fixtures',
    access: 'visitor',
    data: z.array(z.object({ sport, live: z.int(), today: z.int(), coming: z.int() })),
  },
  'GET /api/app/sportsbook/fixtures': {
    summary: 'Fixtures of a sport and time, by competition, with their main markets; a week day by day',
    access: 'visitor',
    query: z.strictObject({
      sport,
      when: z.enum(['live', 'today', 'tomorrow', 'week']),
      /** Which day of the week; without it the first that has a fixture. Of other times it says nothing. */
      day: z.optional(weekDay),
    }),
    data: z.array(
      z.object({
        competition: z.string(),
        /** ISO 3166, of a part of a country with that part (GB-ENG); nothing where there is none, or none is known. */
        country: z.nullable(z.string()),
        fixtures: z.array(fixture),
      }),
    ),
  },
  'GET /api/app/sportsbook/fixture/:fixtureId': {
    summary: 'One fixture with all its markets',
    access: 'visitor',
    params: z.strictObject({ fixtureId: id }),
    data: fixture,
  },
  'GET /api/app/sportsbook/rules': {
    summary: 'The least stake of a bet, and the most a ticket returns',
    access: 'visitor',
    data: z.object({ minStakeCents: centsAbove0, maxReturnCents: centsAbove0 }),
  },
  'POST /api/app/sportsbook/betPlay': {
    summary: 'Places a single at the price shown, or refuses when it moved or closed',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      requestId,
      stakeCents: centsAbove0,
      outcomeId: id,
      priceMilli,
      /** Which prices the player takes: only this one, this or better, or any. */
      accept: z.enum(['exact', 'better', 'any']),
    }),
    data: bet,
  },
  'GET /api/app/sportsbook/bets': {
    summary: "The player's bets, newest first",
    access: 'player',
    query: z.strictObject({
      status: z.optional(z.enum(['open', 'settled', 'won', 'lost'])),
      cursor: z.optional(publicId),
    }),
    data: z.object({ bets: z.array(bet), next: nextCursor }),
  },
  'GET /api/app/sportsbook/bets/:betId': {
    summary: 'One bet of the player',
    access: 'player',
    params: z.strictObject({ betId: publicId }),
    data: bet,
  },
})
