import type { SportStates } from '@palpite/contract'
import type { Side } from '@palpite/odds'
import {
  CARD_PROFILE,
  CORNER_PROFILE,
  type ExpectedGoals,
  FOOTBALL_MEANS,
  type FootballClock,
  GOAL_PROFILE,
  matchGrids,
  type Score,
  type ScoreGrid,
  scoreGrid,
  type TimeProfile,
} from '@palpite/odds/football'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { drawCount, drawPlace, type Roll, seededRandom } from '../draws.ts'
import { type Moment, plusOne, type SportSimulation } from './simulation.ts'

/** Expected goals of each side, and whether a draw goes to extra time. */
export type FootballModel = ExpectedGoals & { readonly isKnockout?: boolean }

type FootballState = SportStates['football']
type Kind = 'goal' | 'corner' | 'card' | 'red' | 'extra'
type SimulatedEvent = { readonly second: number; readonly kind: Kind; readonly side: Side }

/** Seconds since kick-off at which each part starts and ends. */
type Whistles = { readonly half1Ends: number; readonly half2Starts: number; readonly half2Ends: number }

const MINUTE = 60
const HALF = 45 * MINUTE
const BREAK = 15 * MINUTE
/** Stoppage time in seconds: minimum and range, with measured means of 1.3 and 3.7 minutes. */
const STOPPAGE = { half1: [20, 120], half2: [100, 245] } as const
const EXTRA = { break: 5 * MINUTE, length: 30 * MINUTE } as const
const KICK_SECONDS = 40
const KICK_CHANCE = 0.75
const BIN = 5 * MINUTE

const fresh = (): FootballState => ({
  family: 'football',
  score: [0, 0],
  halfTime: null,
  corners: [0, 0],
  cards: [0, 0],
  redCards: [0, 0],
  shots: [0, 0],
  shotsOnTarget: [0, 0],
  possession: [50, 50],
})

function* moments(model: FootballModel, roll: Roll): Generator<Moment<FootballState>> {
  const whistles = drawWhistles(roll)
  const counted = countedEvents(whistles, roll)
  const reds = counted.filter(({ kind }) => kind === 'red')
  const goals = drawGoals(model, { whistles, reds }, roll)
  const events = [...counted, ...goals].toSorted((one, other) => one.second - other.second)
  const statistics = drawStatistics(model, events)
  let state = fresh()
  for (const second of marksOf(events, whistles)) {
    if (second === whistles.half1Ends) state = withHalfTime(state)
    const now = events.filter((event) => event.second === second)
    state = now.reduce(withEvent, state)
    if (now.length > 0) state = { ...state, ...statistics(state, second) }
    yield {
      second,
      ...partAt(whistles, second),
      state,
      ...(now.some(isDecisive) ? { isDecisive: true } : {}),
    }
  }
  const second = whistles.half2Ends
  if (model.isKnockout && state.score?.[0] === state.score?.[1])
    yield* playedOn(model, { state, second }, roll)
  else yield { second, matchStatus: matchStatuses.finished, clock: null, state }
}

const isDecisive = ({ kind }: SimulatedEvent) => kind === 'goal' || kind === 'red'

const withHalfTime = (state: FootballState): FootballState => ({
  ...state,
  halfTime: state.score,
  ...(state.corners ? { halfTimeCorners: state.corners } : {}),
  ...(state.cards ? { halfTimeCards: state.cards } : {}),
})

function withEvent(state: FootballState, { kind, side }: SimulatedEvent): FootballState {
  const more = (pair: readonly [number, number] | null | undefined): [number, number] => [
    ...plusOne(pair ?? [0, 0], side),
  ]
  switch (kind) {
    case 'goal':
      return { ...state, score: more(state.score) }
    case 'corner':
      return { ...state, corners: more(state.corners) }
    case 'card':
      return { ...state, cards: more(state.cards) }
    case 'red':
      return { ...state, cards: more(state.cards), redCards: more(state.redCards) }
    case 'extra':
      return { ...state, extraTime: more(state.extraTime) }
  }
}

/** Means per side: shots off goal or saved, and the share the goalkeeper saves. */
const SHOTS = { mean: 9.5, heldShare: 0.27 } as const
/** The better side's extra possession, and its variation, in percent. */
const POSSESSION = { better: 14, sway: 8 } as const

/**
 * Shots and possession, which no market uses. Drawn from their own stream derived from the match, so goals, corners
 * and cards stay the same. Sent with other events, so they add no moments.
 */
function drawStatistics(model: FootballModel, events: readonly SimulatedEvent[]) {
  const roll = seededRandom(`looks:${JSON.stringify(events)}`)
  const drawn = () =>
    Array.from({ length: drawCount(SHOTS.mean, roll) }, () => ({
      second: Math.floor(roll() * (2 * HALF + BREAK)),
      isHeld: roll() < SHOTS.heldShare,
    }))
  const shots = [drawn(), drawn()] as const
  const home = 50 + Math.round((POSSESSION.better * (model.home - model.away)) / (model.home + model.away))
  return ({ score }: FootballState, second: number): Partial<FootballState> => {
    const counted = (at: 0 | 1, isReported: (shot: { isHeld: boolean }) => boolean): number =>
      (score?.[at] ?? 0) + shots[at].filter((shot) => shot.second <= second && isReported(shot)).length
    const share = home + Math.round((roll() - 0.5) * POSSESSION.sway)
    return {
      shots: [counted(0, () => true), counted(1, () => true)],
      shotsOnTarget: [counted(0, ({ isHeld }) => isHeld), counted(1, ({ isHeld }) => isHeld)],
      possession: [share, 100 - share],
    }
  }
}

/** Every minute, whistle and event until the second half is over. */
function marksOf(
  events: readonly SimulatedEvent[],
  { half1Ends, half2Starts, half2Ends }: Whistles,
): number[] {
  const marks = new Set([half1Ends, ...events.map(({ second }) => second)])
  for (let second = 0; second < half1Ends; second += MINUTE) marks.add(second)
  for (let second = half2Starts; second < half2Ends; second += MINUTE) marks.add(second)
  return [...marks].toSorted((one, other) => one - other)
}

function drawWhistles(roll: Roll): Whistles {
  const stoppage = ([min, more]: readonly [number, number]) => min + Math.floor(roll() * more)
  const half1Ends = HALF + stoppage(STOPPAGE.half1)
  const half2Starts = half1Ends + BREAK
  return { half1Ends, half2Starts, half2Ends: half2Starts + HALF + stoppage(STOPPAGE.half2) }
}

/** The minute shown is the one being played, as on television: the first second is in minute 1. */
function partAt({ half1Ends, half2Starts }: Whistles, second: number) {
  const minute = (since: number) => Math.floor((second - since) / 60) + 1
  if (second < half1Ends)
    return { matchStatus: matchStatuses.firstHalf, clock: { period: 'half1', minute: minute(0) } } as const
  if (second < half2Starts)
    return { matchStatus: matchStatuses.midfield, clock: { period: 'half1', minute: null } } as const
  const clock = { period: 'half2', minute: 45 + minute(half2Starts) } as const
  return { matchStatus: matchStatuses.secondHalf, clock }
}

/** Corners and cards, red ones included. */
function countedEvents(whistles: Whistles, roll: Roll): SimulatedEvent[] {
  const happen = (kind: Kind, side: Side, profile: TimeProfile) => (count: number) =>
    Array.from({ length: count }, () => ({ second: secondOf(profile, whistles, roll), kind, side }))
  return (['home', 'away'] as const).flatMap((side) => [
    ...happen('corner', side, CORNER_PROFILE)(drawCount(FOOTBALL_MEANS.corners[side], roll)),
    ...happen('card', side, CARD_PROFILE)(drawCount(FOOTBALL_MEANS.yellowCards[side], roll)),
    ...happen('red', side, CARD_PROFILE)(drawCount(FOOTBALL_MEANS.redCards[side], roll)),
  ])
}

type Course = { readonly whistles: Whistles; readonly reds: readonly SimulatedEvent[] }

/**
 * Draws goals from the same grid as the prices, then spreads them by the measured time profile: bets on simulated
 * matches are as fair as the model. After a red card the remaining goals are drawn again from the new grid.
 */
function drawGoals(expected: ExpectedGoals, { whistles, reds }: Course, roll: Roll): SimulatedEvent[] {
  let goals = placed(drawScore(scoreGrid(expected), roll), -1)
  for (const [place, red] of reds.toSorted((one, other) => one.second - other.second).entries()) {
    const before = goals.filter(({ second }) => second <= red.second)
    const score = scoreOf(before)
    const redCards = scoreOf(reds.slice(0, place + 1))
    const { full } = matchGrids({ expected, clock: clockAt(whistles, red.second), score, redCards })
    goals = [...before, ...placed(drawScore({ ...full, homeFrom: 0, awayFrom: 0 }, roll), red.second)]
  }
  return goals

  function placed(score: Score, after: number): SimulatedEvent[] {
    return (['home', 'away'] as const).flatMap((side) =>
      Array.from({ length: score[side] }, () => ({
        second: secondAfter(after),
        kind: 'goal' as const,
        side,
      })),
    )
  }

  function secondAfter(after: number): number {
    for (let tried = 0; tried < 500; tried += 1) {
      const second = secondOf(GOAL_PROFILE, whistles, roll)
      if (second > after) return second
    }
    return Math.min(after + 1, whistles.half2Ends - 1)
  }
}

const scoreOf = (events: readonly SimulatedEvent[]): Score => ({
  home: events.filter(({ side }) => side === 'home').length,
  away: events.filter(({ side }) => side === 'away').length,
})

function clockAt(whistles: Whistles, second: number): FootballClock {
  const { half1Ends, half2Starts } = whistles
  if (second < half1Ends) return { phase: 'half1', minute: second / 60 }
  if (second < half2Starts) return { phase: 'break', minute: 45 }
  return { phase: 'half2', minute: 45 + (second - half2Starts) / 60 }
}

function drawScore({ cells, size }: ScoreGrid, roll: Roll): Score {
  const cell = drawPlace(cells, roll)
  return { home: Math.floor(cell / size), away: cell % size }
}

/** Draws a second by a time profile: bins of five minutes, the last of each half extends to its whistle. */
function secondOf({ half1, half2 }: TimeProfile, whistles: Whistles, roll: Roll): number {
  const bin = drawPlace([...half1, ...half2], roll)
  const isFirst = bin < half1.length
  const [kickOff, whistle] = isFirst ? [0, whistles.half1Ends] : [whistles.half2Starts, whistles.half2Ends]
  const own = isFirst ? bin : bin - half1.length
  const from = kickOff + own * BIN
  const isLast = own === (isFirst ? half1 : half2).length - 1
  const to = isLast ? whistle : from + BIN
  return from + Math.floor(roll() * (to - from))
}

type PlayedSoFar = { readonly state: FootballState; readonly second: number }

/** Half an hour of extra time, then penalties if level. Its markets are already decided, so nobody bets. */
function* playedOn(model: FootballModel, from: PlayedSoFar, roll: Roll): Generator<Moment<FootballState>> {
  let second = from.second
  let state: FootballState = { ...from.state, extraTime: [0, 0] }
  const overtime = { matchStatus: matchStatuses.overtime, isStopped: true } as const
  yield { second, ...overtime, clock: { period: 'all', minute: 91 }, state }
  second += EXTRA.break
  const goals = (['home', 'away'] as const)
    .flatMap((side) =>
      Array.from({ length: drawCount((model[side] * EXTRA.length) / (2 * HALF), roll) }, () => ({
        second: Math.floor(roll() * EXTRA.length),
        kind: 'extra' as const,
        side,
      })),
    )
    .toSorted((one, other) => one.second - other.second)
  for (const goal of goals) {
    state = withEvent(state, goal)
    const minute = 91 + Math.floor(goal.second / MINUTE)
    yield { second: second + goal.second, ...overtime, clock: { period: 'all', minute }, state }
  }
  second += EXTRA.length
  const [home, away] = state.extraTime ?? [0, 0]
  if (home === away) {
    for (const penalties of shootOut(roll)) {
      state = { ...state, penalties }
      const clock = { period: 'all', minute: null } as const
      yield { second, matchStatus: matchStatuses.penalty, isStopped: true, clock, state }
      second += KICK_SECONDS
    }
  }
  const [scored, conceded] = home === away ? (state.penalties ?? [0, 0]) : [home, away]
  const winner: Side = scored > conceded ? 'home' : 'away'
  yield { second, matchStatus: matchStatuses.finished, clock: null, state: { ...state, winner } }
}

/** The score after each kick: five a side unless decided earlier, then pairs until one side leads. */
function* shootOut(roll: Roll): Generator<[number, number]> {
  let score: [number, number] = [0, 0]
  yield score
  for (let kick = 0; !isDecided(score, kick); kick += 1) {
    if (roll() < KICK_CHANCE) score = [...plusOne(score, kick % 2 === 0 ? 'home' : 'away')]
    yield score
  }
}

function isDecided([home, away]: readonly [number, number], kicks: number): boolean {
  const left = (taken: number) => Math.max(0, 5 - taken)
  const [homeLeft, awayLeft] = [left(Math.ceil(kicks / 2)), left(Math.floor(kicks / 2))]
  if (kicks >= 10) return kicks % 2 === 0 && home !== away
  return home > away + awayLeft || away > home + homeLeft
}

export const football: SportSimulation<FootballModel, FootballState> = { moments }
