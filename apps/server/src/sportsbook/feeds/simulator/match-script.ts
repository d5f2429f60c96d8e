import type { Pair } from '../../sports/index.ts'
import {
  CARD_PROFILE,
  CORNER_PROFILE,
  FOOTBALL_MEANS,
  GOAL_PROFILE,
  type ExpectedGoals,
  scoreGrid,
  type TimeProfile,
} from '@palpite/odds/football'
import { type Roll, seededRandom } from './seeded-random.ts'

type Side = 'home' | 'away'
type Kind = 'goal' | 'corner' | 'card'

/** Something that happens, at a second of the match clock: seconds since kick-off, the break included. */
export type ScriptEvent = { second: number; kind: Kind; side: Side }

/** A whole match before it is played: its end follows from the seed and what the sides are expected to score. */
export type MatchScript = {
  events: readonly ScriptEvent[]
  /** Match seconds at which each part is over. */
  half1Ends: number
  half2Starts: number
  ends: number
}

const MINUTE = 60
const HALF = 45 * MINUTE
const BREAK = 15 * MINUTE
/** Stoppage time in seconds, from and how much more: means of 1.3 and 3.7 minutes, as measured. */
const STOPPAGE = { half1: [20, 120], half2: [100, 245] } as const

/**
 * The match that follows from a seed. The final score is drawn from the very grid that the prices come from,
 * then each goal gets its minute by the measured profile: bets on simulated matches are as fair as the model.
 */
export function matchScript(expected: ExpectedGoals, seed: string): MatchScript {
  const roll = seededRandom(seed)
  const score = drawScore(expected, roll)
  const half1Ends = HALF + stoppage(STOPPAGE.half1, roll)
  const half2Starts = half1Ends + BREAK
  const ends = half2Starts + HALF + stoppage(STOPPAGE.half2, roll)
  const place = (profile: TimeProfile) => secondOf(profile, { half1Ends, half2Starts, ends }, roll)
  const happen = (kind: Kind, side: Side, count: number, profile: TimeProfile): ScriptEvent[] =>
    Array.from({ length: count }, () => ({ second: place(profile), kind, side }))
  const events = (['home', 'away'] as const).flatMap((side) => [
    ...happen('goal', side, score[side], GOAL_PROFILE),
    ...happen('corner', side, countOf(FOOTBALL_MEANS.corners[side], roll), CORNER_PROFILE),
    ...happen('card', side, countOf(cardsExpected(side), roll), CARD_PROFILE),
  ])
  return { events: events.toSorted((one, other) => one.second - other.second), half1Ends, half2Starts, ends }
}

/** How a simulated match will end; for tests, and for whoever schedules one. */
export const simulatedResult = (expected: ExpectedGoals, seed: string): Pair =>
  drawScore(expected, seededRandom(seed))

const cardsExpected = (side: Side) => FOOTBALL_MEANS.yellowCards[side] + FOOTBALL_MEANS.redCards[side]

const stoppage = ([min, more]: readonly [number, number], roll: Roll) => min + Math.floor(roll() * more)

function drawScore(expected: ExpectedGoals, roll: Roll): Pair {
  const { cells, size } = scoreGrid(expected)
  let left = roll()
  const found = cells.findIndex((chance) => (left -= chance) < 0)
  const cell = Math.max(0, found) // only a rounding error of the sum passes all cells
  return { home: Math.floor(cell / size), away: cell % size }
}

/** A Poisson count: how many exponential waits fit in one. */
function countOf(mean: number, roll: Roll): number {
  let count = 0
  for (let waited = -Math.log(1 - roll()); waited < mean; waited -= Math.log(1 - roll())) count += 1
  return count
}

type Parts = Pick<MatchScript, 'half1Ends' | 'half2Starts' | 'ends'>

const BIN = 5 * MINUTE

/** A second drawn by a time profile: bins of five minutes, the last of each half reaching to its whistle. */
function secondOf(
  { half1, half2 }: TimeProfile,
  { half1Ends, half2Starts, ends }: Parts,
  roll: Roll,
): number {
  const shares = [...half1, ...half2]
  let left = roll() * shares.reduce((sum, share) => sum + share, 0)
  const found = shares.findIndex((share) => (left -= share) < 0)
  const bin = found < 0 ? shares.length - 1 : found
  const isFirst = bin < half1.length
  const [kickOff, whistle] = isFirst ? [0, half1Ends] : [half2Starts, ends]
  const own = isFirst ? bin : bin - half1.length
  const from = kickOff + own * BIN
  const isLast = own === (isFirst ? half1 : half2).length - 1
  const to = isLast ? whistle : from + BIN
  return from + Math.floor(roll() * (to - from))
}
