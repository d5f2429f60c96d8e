import type { Sport } from '@palpite/odds/sports'
import * as z from 'zod/mini'

/** Whole and not negative; no sport counts further than a cricket innings of five days. */
const count = z.int().check(z.minimum(0), z.maximum(5000))
/** Home, away. */
const pair = z.tuple([count, count])
const side = z.enum(['home', 'away'])
/** How a match ended that was not played out as planned, where its status says no more than that it is over. */
const ending = z.optional(z.enum(['retired', 'walkover', 'disqualified', 'shortened', 'no_contest']))
/** Who won or goes on, where the score does not say it. */
const winner = z.optional(side)

/** Goals of the 90 minutes; those of extra time and of penalties stand apart, as markets do not count them. */
const football = z.object({
  family: z.literal('football'),
  score: z.nullable(pair),
  /** Once the first half is over. */
  halfTime: z.nullable(pair),
  corners: z.nullable(pair),
  cards: z.nullable(pair),
  halfTimeCorners: z.optional(pair),
  halfTimeCards: z.optional(pair),
  redCards: z.optional(pair),
  /** To look at, where the feed counts them: shots, those on target among them, and how long each has the ball, in percent. */
  shots: z.optional(pair),
  shotsOnTarget: z.optional(pair),
  possession: z.optional(pair),
  extraTime: z.optional(pair),
  penalties: z.optional(pair),
  winner,
})

/** Points of each quarter begun, in order; basketball and American football. */
const quarters = z.object({
  family: z.literal('quarters'),
  periods: z.array(pair).check(z.maxLength(4)),
  /** The periods listed are halves: college basketball has no quarters. */
  isInHalves: z.optional(z.boolean()),
  /** The score as it was said, with and without overtime, where the periods do not add up to it: they decide nothing then. */
  total: z.optional(z.object({ all: pair, full: z.nullable(pair) })),
  /** The last quarter listed is over, and the next one has not begun. */
  isBreak: z.boolean(),
  overtime: z.nullable(pair),
  /** What is left of the quarter, or of the overtime, under way. */
  secondsLeft: z.nullable(count),
  ball: z.nullable(side),
  /** American football: the attempt under way, how many yards it needs, and how far the goal line is. */
  down: z.optional(z.object({ number: z.int(), toGo: count, toGoal: count })),
  ending,
})

/** Games (tennis) or points of each set begun, in order. */
const sets = z.object({
  family: z.literal('sets'),
  /** Nothing where nobody has said it. */
  bestOf: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  sets: z.array(pair).check(z.maxLength(7)),
  /** The sets won as they were said, where the sets listed do not add up to them; null where nobody said them either. */
  total: z.optional(z.nullable(pair)),
  /** Tennis: the last possible set is a match tie-break, or nobody has said whether it is. */
  decider: z.optional(z.enum(['tie_break', 'unknown'])),
  /** Tennis: the game or tie-break under way, as points won: 0 to 3, then 4 to 3 is advantage. */
  points: z.nullable(pair),
  /** Who serves the game or rally under way; of a tie-break who served first in it. */
  server: z.nullable(side),
  ending,
  winner,
})

/** Points of each frame begun, in order; snooker. */
const frames = z.object({
  family: z.literal('frames'),
  /** Nothing where nobody has said it. */
  bestOf: z.nullable(z.int().check(z.minimum(1), z.maximum(35))),
  frames: z.array(pair).check(z.maxLength(35)),
  /** The frames won as they were said, where the points of each are not known; null where nobody said them either. */
  total: z.optional(z.nullable(pair)),
  /** The last frame listed is being played. */
  isLastOpen: z.boolean(),
  /** The break at the table, and whose it is. */
  break: z.nullable(count),
  atTable: z.nullable(side),
  ending,
  winner,
})

/** A fight; boxing. */
const fight = z.object({
  family: z.literal('fight'),
  rounds: z.int().check(z.minimum(1), z.maximum(15)),
  /** Rounds fought to their end. */
  roundsDone: count,
  /** The round under way; nothing in the breaks. */
  round: z.nullable(count),
  knockdowns: z.nullable(pair),
  /** What the officials announced. `round` and `isPastHalf` are those of a stoppage. */
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

/** Runs of each inning begun; baseball. The away side bats first, at the top. */
const baseball = z.object({
  family: z.literal('baseball'),
  innings: z.array(pair).check(z.maxLength(9)),
  /** Runs of the innings after the ninth, once there are any. */
  extra: z.nullable(pair),
  /** Half-innings played to their end. */
  halvesDone: count,
  outs: count,
  /** First, second and third base taken. */
  bases: z.tuple([z.boolean(), z.boolean(), z.boolean()]),
  ending,
})

/** Each innings begun, in order; cricket. */
const cricket = z.object({
  family: z.literal('cricket'),
  innings: z
    .array(z.object({ batting: side, runs: count, wickets: count, balls: count, isOver: z.boolean() }))
    .check(z.maxLength(4)),
  /** Who bats first, once the toss is made. */
  battingFirst: z.nullable(side),
  superOver: z.nullable(pair),
  /** As the officials gave it, where time or rain ended the match. */
  result: z.optional(z.enum(['home', 'draw', 'away'])),
  /** It was said to be over, and not how it was decided: a target that rain has moved is won with fewer runs. */
  isUndecided: z.optional(z.literal(true)),
  ending,
  winner,
})

/** A field of runners, by their numbers; racing. */
const race = z.object({
  family: z.literal('race'),
  /** Weights are handicapped: more places are paid. */
  isHandicap: z.optional(z.boolean()),
  distanceMetres: count,
  doneMetres: count,
  /** The runners as they lie, the first first. */
  order: z.array(count).check(z.maxLength(40)),
  /** How far each of them lies behind the first, in the same order; without it a race has no prices on the way. */
  behindCm: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(100_000))).check(z.maxLength(40))),
  /** The official result: the place of each that has one, shared places with the same number. */
  finishes: z.nullable(z.array(z.object({ runner: count, place: count })).check(z.maxLength(40))),
})

/** Who can win a competition, once it is over: the final place of each, shared places with the same number. */
const outright = z.object({
  family: z.literal('outright'),
  finishes: z.array(z.object({ runner: count, place: count })).check(z.maxLength(60)),
})

/** How a fixture stands, in the natural score of its sport; also the shape that feeds bring and tables keep. */
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

/** Which sports count alike. */
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
