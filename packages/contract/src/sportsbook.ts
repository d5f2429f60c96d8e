import type { Period } from '@palpite/odds'
import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { sportState } from './sport-states.ts'
import { centsAbove0, defineCalls, instant } from './call.ts'

export const sport = z.enum(SPORTS)

/** A period of `@palpite/odds`: full, half1, quarter2, set3, … The list is open-ended. */
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

/** A day of the coming week counted from today, by America/Sao_Paulo. */
const weekDay = z.enum(['0', '1', '2', '3', '4', '5', '6', '7'])

/**
 * A selectable outcome. `code` names it in its market: home, draw, away, over, under; in a race the runner's number.
 */
const outcome = z.object({
  outcomeId: z.string(),
  code: z.string(),
  /** The team's, player's or runner's name; other outcomes are named by the app. */
  name: z.nullable(z.string()),
  priceMilli: z.int(),
  status: outcomeStatus,
  /** The settlement, as a result code of the specification. */
  result: z.nullable(z.int()),
})

/**
 * A market's description. `type` is a market type of `@palpite/odds` or of a field (`racing.win`, `racing.place`,
 * `racing.each_way`, `outright.winner`, `outright.each_way`, whose line is the number of places); `period` one of its
 * periods (full, half1, quarter2, set3, …); `lineQuarters` its line in quarters of a goal; `side` the side of a
 * one-sided total.
 */
export const marketName = {
  type: z.string(),
  period,
  /** The specification's period code; null without one. Corners are a period of their own there. */
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

/** The participants: place 1 is home and 2 away; in a race the runner's number. */
const participant = z.object({ place: z.int(), name: z.string(), isWithdrawn: z.boolean() })

/** A match's state, always sent whole: smaller than describing the changes. */
export const fixtureState = {
  /** The specification's match time code: 0 not open, 1 first half, 2 midfield, 3 second half, … */
  matchStatus: z.int(),
  /** The current period, and its minute if the sport has one. */
  clock: z.nullable(z.object({ period, minute: z.nullable(z.int()) })),
  /** The score in one number per side for lists: goals, points, sets, frames, runs. Null in a race. */
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  /** The full score; null before the start. */
  state: z.nullable(sportState),
}

export const fixture = z.object({
  fixtureId: z.string(),
  sport,
  competition: z.string(),
  /** The match is simulated, with invented clubs and results: the app says so everywhere. */
  simulated: z.boolean(),
  /** A competition's winner instead of a match: participants are all contenders, their numbers the outcomes. */
  isOutright: z.boolean(),
  /** A race's title; null if the two sides name the fixture. */
  title: z.nullable(z.string()),
  participants: z.array(participant),
  /** The first and second participant; empty in a race. */
  home: z.string(),
  away: z.string(),
  startsAt: instant,
  /** Only its day is known: `startsAt` is noon UTC of that day. */
  isDayOnly: z.boolean(),
  ...fixtureState,
  /** Grows with every change of match or prices: a push with a smaller one is stale. */
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
        /** Competitions whose winner is open for bets. */
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
       * `week` is the days after tomorrow, `next` the first day from today with a fixture, `outrights` open
       * competition winners, which are in no other time.
       */
      when: z.enum(['live', 'today', 'tomorrow', 'week', 'next', 'outrights']),
      /** The day of the week, today being 0; without it the first with a fixture. Ignored for other times. */
      day: z.optional(weekDay),
    }),
    data: z.array(
      z.object({
        competition: z.string(),
        /** ISO 3166, with subdivision if any (GB-ENG); null if unknown. */
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
    summary: 'The rules for bets: bounds, the delay in play, the validity of an offer, free bets',
    access: 'visitor',
    data: z.object({
      minStakeCents: centsAbove0,
      maxReturnCents: centsAbove0,
      /** The default in-play delay, unless sport or market have their own. */
      betDelayMs: z.int(),
      /** How long an offer is valid. */
      offerSeconds: z.int(),
      /** The minimum of a cash-out or partial cash-out. */
      minCashOutCents: centsAbove0,
      /** The wagering multiple of a free bet's profit. */
      freeBetTimes: z.int(),
    }),
  },
})
