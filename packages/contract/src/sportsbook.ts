import type { Period } from '@palpite/odds'
import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { sportState } from './sport-states.ts'
import { centsAbove0, defineCalls, instant, nextCursor, publicId, priceMilli, requestId } from './call.ts'

const sport = z.enum(SPORTS)

/** A period of `@palpite/odds`: full, half1, quarter2, set3, … Its list is open-ended, so its type is said here. */
const period = z
  .string()
  .check(
    z.regex(/^(?:full|all|half[12]|first5|(?:quarter|set|inning|frame|round)\d{1,2})$/),
  ) as unknown as z.ZodMiniType<Period, string>
const id = z.string().check(z.regex(/^\d{1,18}$/))

/** A price can be bet on while it is open. */
export const outcomeStatus = z.enum(['open', 'suspended', 'closed'])
export const marketStatus = z.enum(['open', 'suspended', 'closed', 'settled'])

/** A day of the coming week, counted from today, as the house has days: those of America/Sao_Paulo. */
const weekDay = z.enum(['0', '1', '2', '3', '4', '5', '6', '7'])

/** More legs than a bet may have, so that one too long is refused by name. */
const legsRead = 20

/** One thing to bet on. `code` names it in its market: home, draw, away, over, under; in a race the runner's number. */
const outcome = z.object({
  outcomeId: z.string(),
  code: z.string(),
  /** The name of a team, player or runner, for outcomes that are one; else the app names the outcome in its language. */
  name: z.nullable(z.string()),
  priceMilli: z.int(),
  status: outcomeStatus,
  /** Once settled: what became of it, as a result code of the specification. */
  result: z.nullable(z.int()),
})

/**
 * What a market is about. `type` is a market type of `@palpite/odds`, or `racing.win` and `racing.place`; `period` one of
 * its periods (full, half1, quarter2, set3, …); `lineQuarters` its line in quarters of a goal; `side` whose total it is.
 */
export const marketName = {
  type: z.string(),
  period,
  /** The specification's code of the period; null where it has none. Corners are a period of their own there. */
  periodCode: z.nullable(z.int()),
  lineQuarters: z.nullable(z.int()),
  side: z.nullable(z.enum(['home', 'away'])),
}

const market = z.object({
  marketId: z.string(),
  ...marketName,
  status: marketStatus,
  outcomes: z.array(outcome),
})

/** Who takes part: place 1 is home and 2 away; in a race the place is the runner's number. */
const participant = z.object({ place: z.int(), name: z.string(), isWithdrawn: z.boolean() })

/** How a match stands: sent whole with each push, because it takes less room than saying what of it changed. */
export const standing = {
  /** Match time code of the specification: 0 not open, 1 first half, 2 midfield, 3 second half, … */
  matchStatus: z.int(),
  /** The period under way, and its minute where the sport has one. */
  clock: z.nullable(z.object({ period, minute: z.nullable(z.int()) })),
  /** The score in one number a side, as a list shows it: goals, points, sets, frames, runs. Null in a race. */
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  /** The score in full; null before the start. */
  state: z.nullable(sportState),
}

const fixture = z.object({
  fixtureId: z.string(),
  sport,
  competition: z.string(),
  /** The match is invented, its clubs and its result too: the app says so wherever it shows it. */
  simulated: z.boolean(),
  /** What a race is called; null where the two sides name the fixture. */
  title: z.nullable(z.string()),
  participants: z.array(participant),
  /** The first and the second participant; empty in a race. */
  home: z.string(),
  away: z.string(),
  startsAt: instant,
  ...standing,
  /** Grows with every change of the match or its prices: a push with a smaller one is stale. */
  version: z.int(),
  marketCount: z.int(),
  markets: z.array(market),
})

/** A bet as its owner sees it. `result` is a code of the specification, 0 while open. */
const bet = z.object({
  betId: publicId,
  /** Cashed out: sold back to the house before its matches had decided it. */
  status: z.enum(['open', 'settled', 'cashed_out']),
  result: z.int(),
  /** One leg; all legs together; combinations of them. */
  kind: z.enum(['single', 'parlay', 'system']),
  /** Sizes of the combinations among the legs that are no bankers. */
  folds: z.array(z.int()),
  /** On each combination; `stakeCents` is on all of them. */
  unitStakeCents: centsAbove0,
  stakeCents: centsAbove0,
  /** What of the stake was sold back, and for how much; the rest stays. A bet that was sold whole returns this. */
  sold: z.nullable(z.object({ stakeCents: z.int(), paidCents: z.int() })),
  returnCents: z.nullable(z.int()),
  potentialReturnCents: z.int(),
  placedAt: instant,
  settledAt: z.nullable(instant),
  legs: z.array(
    z.object({
      outcomeId: z.string(),
      /** It stands in every combination. */
      isBanker: z.boolean(),
      fixtureId: z.string(),
      sport,
      title: z.nullable(z.string()),
      home: z.string(),
      away: z.string(),
      startsAt: instant,
      marketType: z.string(),
      period,
      periodCode: z.nullable(z.int()),
      lineQuarters: z.nullable(z.int()),
      side: z.nullable(z.enum(['home', 'away'])),
      code: z.string(),
      name: z.nullable(z.string()),
      priceMilli,
      result: z.int(),
      ...standing,
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
  'GET /api/app/sportsbook/live': {
    summary: 'Matches being played, of all sports in turn, with their main markets',
    access: 'visitor',
    data: z.array(fixture),
  },
  'GET /api/app/sportsbook/search': {
    summary:
      'Leagues and matches, live or of the coming week, by any part of a name, with or without accents',
    access: 'visitor',
    query: z.strictObject({ words: z.string().check(z.minLength(2), z.maxLength(60)) }),
    data: z.object({
      /** `when` is a time at which the league has a match. */
      leagues: z.array(
        z.object({ sport, competition: z.string(), when: z.enum(['live', 'today', 'tomorrow', 'week']) }),
      ),
      fixtures: z.array(fixture),
    }),
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
    summary: 'Places a bet of one leg or several at the prices shown, or refuses when one moved or closed',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      requestId,
      /** On each combination. */
      unitStakeCents: centsAbove0,
      /** Sizes of the combinations among the legs that are no bankers; without it all legs in one. */
      folds: z.optional(
        z
          .array(z.int().check(z.minimum(0), z.maximum(legsRead)))
          .check(z.minLength(1), z.maxLength(legsRead)),
      ),
      legs: z
        .array(z.strictObject({ outcomeId: id, priceMilli, isBanker: z.optional(z.boolean()) }))
        .check(z.minLength(1), z.maxLength(legsRead)),
      /** Which prices the player takes: only these, these or better, or any. */
      accept: z.enum(['exact', 'better', 'any']),
    }),
    data: bet,
  },
  'GET /api/app/sportsbook/cashOuts': {
    summary:
      'What the house would pay now for these open bets of the player; none for one that cannot be sold now',
    access: 'player',
    query: z.strictObject({
      /** Up to twenty, with commas between. */
      betIds: z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{13}(,[0-9A-HJKMNP-TV-Z]{13}){0,19}$/)),
    }),
    data: z.array(
      z.object({
        betId: publicId,
        quoteId: z.string(),
        /** For all of the bet; what it is worth without the house's share. */
        offerCents: z.int(),
        fairCents: z.int(),
        expiresAt: instant,
      }),
    ),
  },
  'POST /api/app/sportsbook/cashOut': {
    summary: 'Sells an open bet or a part of it back at what it is worth now',
    access: 'player',
    body: z.strictObject({
      requestId,
      quoteId: z.string().check(z.regex(/^[0-9a-z]{1,11}(-[0-9a-z]{1,11}){2}\.[\w-]{22}$/)),
      /** How much of the unit stake; without it all. */
      unitStakeCents: z.optional(centsAbove0),
      /** The least that is still taken, in hundredths of a percent of the offer; without it no less than the offer. */
      minShareBps: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
    }),
    data: z.object({ paidCents: z.int(), bet }),
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
