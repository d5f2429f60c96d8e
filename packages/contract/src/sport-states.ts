import type { Sport } from '@palpite/odds/sports'
import * as z from 'zod/mini'

/** Whole and not negative; a five-day cricket innings is the maximum. */
const count = z.int().check(z.minimum(0), z.maximum(5000))
/** Home, away. */
const pair = z.tuple([count, count])
const side = z.enum(['home', 'away'])
/** How a match ended irregularly, where its status only says that it is over. */
const ending = z.optional(z.enum(['retired', 'walkover', 'disqualified', 'shortened', 'no_contest']))
/** The winner or qualifier, if the score does not determine it. */
const winner = z.optional(side)

/** Goals of the 90 minutes; extra time and penalties are separate, because markets do not count them. */
const football = z.object({
  family: z.literal('football'),
  score: z.nullable(pair),
  /** After the first half. */
  halfTime: z.nullable(pair),
  corners: z.nullable(pair),
  cards: z.nullable(pair),
  halfTimeCorners: z.optional(pair),
  halfTimeCards: z.optional(pair),
  redCards: z.optional(pair),
  /** Counts that are only shown: the feed's markets may count otherwise, so the feed alone settles them. */
  shownOnly: z.optional(z.array(z.enum(['corners', 'cards'])).check(z.maxLength(2))),
  /** For display, if the feed counts them: shots, shots on target, possession in percent. */
  shots: z.optional(pair),
  shotsOnTarget: z.optional(pair),
  possession: z.optional(pair),
  extraTime: z.optional(pair),
  penalties: z.optional(pair),
  winner,
})

/** Points of each started quarter; basketball and American football. */
const quarters = z.object({
  family: z.literal('quarters'),
  periods: z.array(pair).check(z.maxLength(4)),
  /** The periods are halves: college basketball has no quarters. */
  isInHalves: z.optional(z.boolean()),
  /** The stated score, with and without overtime, if the periods do not add up to it: they decide nothing then. */
  total: z.optional(z.object({ all: pair, full: z.nullable(pair) })),
  /** The last listed quarter is over, and the next has not begun. */
  isBreak: z.boolean(),
  overtime: z.nullable(pair),
  /** The remaining time of the current quarter or overtime. */
  secondsLeft: z.nullable(count),
  ball: z.nullable(side),
  /** American football: down, yards to go, distance to the goal line. */
  down: z.optional(z.object({ number: z.int(), toGo: count, toGoal: count })),
  ending,
})

/** Games (tennis) or points of each started set. */
const sets = z.object({
  family: z.literal('sets'),
  /** Null if unknown. */
  bestOf: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  sets: z.array(pair).check(z.maxLength(7)),
  /** The stated sets won, if the listed sets do not add up; null if not stated. */
  total: z.optional(z.nullable(pair)),
  /** Tennis: the deciding set is a match tie-break, or unknown. */
  decider: z.optional(z.enum(['tie_break', 'unknown'])),
  /** Tennis: the current game or tie-break in points: 0 to 3, then 4 to 3 is advantage. */
  points: z.nullable(pair),
  /** The server of the current game or rally; in a tie-break who served first. */
  server: z.nullable(side),
  ending,
  winner,
})

/** Points of each started frame; snooker. */
const frames = z.object({
  family: z.literal('frames'),
  /** Null if unknown. */
  bestOf: z.nullable(z.int().check(z.minimum(1), z.maximum(35))),
  frames: z.array(pair).check(z.maxLength(35)),
  /** The stated frames won, if the points are unknown; null if not stated. */
  total: z.optional(z.nullable(pair)),
  /** The last listed frame is in play. */
  isLastOpen: z.boolean(),
  /** The current break, and whose. */
  break: z.nullable(count),
  atTable: z.nullable(side),
  ending,
  winner,
})

/** A fight; boxing. */
const fight = z.object({
  family: z.literal('fight'),
  rounds: z.int().check(z.minimum(1), z.maximum(15)),
  /** Completed rounds. */
  roundsDone: count,
  /** The current round; null between rounds. */
  round: z.nullable(count),
  knockdowns: z.nullable(pair),
  /** The official decision. `round` and `isPastHalf` apply to a stoppage. */
  result: z.nullable(
    z.object({
      method: z.enum(['decision', 'knockout', 'disqualification', 'no_contest']),
      winner: z.nullable(z.enum(['home', 'draw', 'away'])),
      round: z.nullable(count),
      isPastHalf: z.boolean(),
    }),
  ),
  ending,
  winner,
})

/** Runs of each started inning; baseball. Away bats first. */
const baseball = z.object({
  family: z.literal('baseball'),
  innings: z.array(pair).check(z.maxLength(9)),
  /** Runs of extra innings, if any. */
  extra: z.nullable(pair),
  /** Completed half-innings. */
  halvesDone: count,
  outs: count,
  /** Occupied bases. */
  bases: z.tuple([z.boolean(), z.boolean(), z.boolean()]),
  ending,
})

/** Each started innings; cricket. */
const cricket = z.object({
  family: z.literal('cricket'),
  innings: z
    .array(z.object({ batting: side, runs: count, wickets: count, balls: count, isOver: z.boolean() }))
    .check(z.maxLength(4)),
  /** Who bats first, after the toss. */
  battingFirst: z.nullable(side),
  superOver: z.nullable(pair),
  /** The official result, if time or rain ended the match. */
  result: z.optional(z.enum(['home', 'draw', 'away'])),
  /** Reported over without the decision: a rain-adjusted target is won with fewer runs. */
  isUndecided: z.optional(z.literal(true)),
  ending,
  winner,
})

/** A field of runners by number; racing. */
const race = z.object({
  family: z.literal('race'),
  /** A handicap race: more places are paid. */
  isHandicap: z.optional(z.boolean()),
  distanceMetres: count,
  doneMetres: count,
  /** The runners in current order. */
  order: z.array(count).check(z.maxLength(40)),
  /** Each one's distance behind the leader, in that order; without it a race has no in-play prices. */
  behindCm: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(100_000))).check(z.maxLength(40))),
  /** The official places, shared places with equal numbers. */
  finishes: z.nullable(z.array(z.object({ runner: count, place: count })).check(z.maxLength(40))),
})

/** A competition's final places, shared places with equal numbers. */
const outright = z.object({
  family: z.literal('outright'),
  finishes: z.array(z.object({ runner: count, place: count })).check(z.maxLength(60)),
})

/** A fixture's state in its sport's natural score; also the shape of feeds and tables. */
export const sportStates = { football, quarters, sets, frames, fight, baseball, cricket, race, outright }

export const sportState = z.discriminatedUnion('family', [
  football,
  quarters,
  sets,
  frames,
  fight,
  baseball,
  cricket,
  race,
  outright,
])

export type SportState = z.output<typeof sportState>
export type Family = SportState['family']
export type SportStates = { [F in Family]: Extract<SportState, { family: F }> }

/** Sports with the same kind of score. */
export const familyOf = {
  football: 'football',
  basketball: 'quarters',
  american_football: 'quarters',
  tennis: 'sets',
  volleyball: 'sets',
  badminton: 'sets',
  table_tennis: 'sets',
  snooker: 'frames',
  boxing: 'fight',
  baseball: 'baseball',
  cricket: 'cricket',
  racing: 'race',
} as const satisfies Record<Sport, Family>
