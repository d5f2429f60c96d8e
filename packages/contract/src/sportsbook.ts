import type { Period } from '@palpite/odds'
import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { sportState } from './sport-states.ts'
import { centsAbove0, defineCalls, instant } from './call.ts'

export const sport = z.enum(SPORTS)

/** A period of `@palpite/odds`: full, half1, quarter2, set3, … Its list is open-ended, so its type is said here. */
export const period = z
  .string()
  .check(
    z.regex(/^(?:full|all|half[12]|first5|(?:quarter|set|inning|frame|round)\d{1,2})$/),
  ) as unknown as z.ZodMiniType<Period, string>
/** The number of a fixture or an outcome. */
export const wireId = z.string().check(z.regex(/^\d{1,18}$/))

/** A price can be bet on while it is open. */
export const outcomeStatus = z.enum(['open', 'suspended', 'closed'])
export const marketStatus = z.enum(['open', 'suspended', 'closed', 'settled'])

/** A day of the coming week, counted from today, as the house has days: those of America/Sao_Paulo. */
const weekDay = z.enum(['0', '1', '2', '3', '4', '5', '6', '7'])

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
 * What a market is about. `type` is a market type of `@palpite/odds`, or of a field of runners (`racing.win`, `racing.place`,
 * `racing.each_way`, `outright.winner`, `outright.each_way`: the line of an each-way market is how many places it pays); `period` one of
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

export const fixture = z.object({
  fixtureId: z.string(),
  sport,
  competition: z.string(),
  /** The match is invented, its clubs and its result too: the app says so wherever it shows it. */
  simulated: z.boolean(),
  /** Not a match but who wins its competition: all that could win it take part, and their numbers are outcomes. */
  isOutright: z.boolean(),
  /** What a race is called; null where the two sides name the fixture. */
  title: z.nullable(z.string()),
  participants: z.array(participant),
  /** The first and the second participant; empty in a race. */
  home: z.string(),
  away: z.string(),
  startsAt: instant,
  /** Its day is known and its hour is not: `startsAt` is noon of that day, UTC. */
  isDayOnly: z.boolean(),
  ...standing,
  /** Grows with every change of the match or its prices: a push with a smaller one is stale. */
  version: z.int(),
  marketCount: z.int(),
  markets: z.array(market),
})

/** What can be bet on. */
export const sportsbookCalls = defineCalls({
  'GET /api/app/sportsbook/sports': {
    summary: 'The sports that have a competition, with their numbers of live and coming fixtures',
    access: 'visitor',
    data: z.array(
      z.object({
        sport,
        live: z.int(),
        today: z.int(),
        coming: z.int(),
        /** Competitions whose winner can be bet on now. */
        outrights: z.int(),
      }),
    ),
  },
  'GET /api/app/sportsbook/fixtures': {
    summary:
      'Fixtures of a sport and time, by competition, with their main markets; a week day by day; or who wins',
    access: 'visitor',
    query: z.strictObject({
      sport,
      /**
       * `week` is the days after tomorrow, `next` the first day from today on that has a fixture, and `outrights` who wins each
       * competition, where that can be bet on now: it stands under no other time.
       */
      when: z.enum(['live', 'today', 'tomorrow', 'week', 'next', 'outrights']),
      /** Which day of the week, today being 0; without it the first that has a fixture. Of other times it says nothing. */
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
    summary: 'Matches being played, of all sports in turn: scores and clocks, without markets',
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
  'GET /api/app/sportsbook/popular': {
    summary:
      'Leagues and matches, live or to come, that most players bet on now; a match without its markets',
    access: 'visitor',
    data: z.object({
      leagues: z.array(z.object({ sport, competition: z.string() })),
      fixtures: z.array(fixture),
    }),
  },
  'GET /api/app/sportsbook/fixture/:fixtureId': {
    summary: 'One fixture with all its markets',
    access: 'visitor',
    params: z.strictObject({ fixtureId: wireId }),
    data: fixture,
  },
  'GET /api/app/sportsbook/rules': {
    summary: 'The numbers that bets go by: bounds, the wait in play, how long an offer stands, free bets',
    access: 'visitor',
    data: z.object({
      minStakeCents: centsAbove0,
      maxReturnCents: centsAbove0,
      /** How long a bet in play waits before it is decided, where its sport and market have no time of their own. */
      betDelayMs: z.int(),
      /** How long an offer instead of a bet that is not taken stands. */
      offerSeconds: z.int(),
      /** The least that an open bet, or a part of one, is bought for. */
      minCashOutCents: centsAbove0,
      /** How often the profit of a free bet is wagered. */
      freeBetTimes: z.int(),
    }),
  },
})
