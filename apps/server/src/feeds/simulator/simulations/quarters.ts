import type { SportStates } from '@palpite/contract'
import type { Period, Side } from '@palpite/odds'
import { type ExpectedPoints, pointsEnds } from '@palpite/odds/models'
import { type MatchStatus, matchStatuses } from '../../../sportsbook/index.ts'
import { drawPlace, shuffled, type Roll } from '../draws.ts'
import { normalPoints, possessionPoints, type SidePoints } from './basketball-points.ts'
import { type Moment, otherSide, type SportSimulation } from './simulation.ts'

/**
 * The home side's expected margin and the expected total points. A match keeps the drawing it was made with, whatever
 * server plays it: nothing else of it is stored, so another drawing would be another match. Basketball without one is
 * drawn as in release 1.0.0.
 */
export type QuartersModel = ExpectedPoints & { readonly drawing?: 'possessions' | undefined }

type QuartersState = SportStates['quarters']
type Score = { readonly side: Side; readonly points: number }
type Timed = Score & { readonly at: number }
/** A message in a part of the match: what is scored in this second, and the match clock it shows. */
type Mark = {
  readonly at: number
  readonly scored: readonly Score[]
  readonly secondsLeft: number
  readonly isStopped?: boolean
}

type Shape = {
  readonly quarterSeconds: number
  readonly overtimeSeconds: number
  /** Real seconds per second of the match clock. */
  readonly rate: number
  readonly breakSeconds: number
  readonly halfTimeSeconds: number
  /** In the last seconds the clock matters more than the prices can follow. */
  readonly stopsAtSecondsLeft: number
  /** Parts without bets: their prices do not follow the play closely enough. */
  readonly isStoppedIn: (place: number) => boolean
}

/** The length and breaks of simulated matches. */
export const SHAPES = {
  basketball: {
    quarterSeconds: 720,
    overtimeSeconds: 300,
    rate: 2.2,
    breakSeconds: 130,
    halfTimeSeconds: 900,
    stopsAtSecondsLeft: 60,
    isStoppedIn: () => false,
  },
  american_football: {
    quarterSeconds: 900,
    overtimeSeconds: 600,
    rate: 3,
    breakSeconds: 120,
    halfTimeSeconds: 780,
    stopsAtSecondsLeft: 120,
    // Its scores are few and large, and prices assume many small ones: late in a match hardly any more is scored.
    isStoppedIn: () => true,
  },
} as const satisfies Record<string, Shape>

const TICK_SECONDS = 60
const LATE_TICK_SECONDS = 15
const LATE_SECONDS = 240

const fresh = (): QuartersState => ({
  family: 'quarters',
  periods: [],
  isBreak: false,
  overtime: null,
  secondsLeft: null,
  ball: null,
})

/** The parts of a match (four quarters, then overtimes) with their scores, on the match clock. */
function* played(shape: Shape, parts: readonly (readonly Mark[])[]): Generator<Moment<QuartersState>> {
  let state = fresh()
  let second = 0
  for (const [place, marks] of parts.entries()) {
    const isOvertime = place >= 4
    const length = isOvertime ? shape.overtimeSeconds : shape.quarterSeconds
    const begun = isOvertime
      ? { overtime: state.overtime ?? ([0, 0] as [number, number]) }
      : { periods: [...state.periods, [0, 0] as [number, number]] }
    state = { ...state, ...begun, isBreak: false }
    for (const { at, scored, secondsLeft, isStopped } of marks) {
      state = { ...scored.reduce(withScore, state), secondsLeft }
      const isLate = place >= 3 && secondsLeft <= shape.stopsAtSecondsLeft
      const isClosed = isLate || isStopped || shape.isStoppedIn(place)
      yield {
        second: second + Math.round(at * shape.rate),
        ...statusOf(place, Math.floor(at / 60) + 1),
        state,
        ...(scored.length > 0 ? { isDecisive: true } : {}),
        ...(isClosed ? { isStopped: true } : {}),
      }
    }
    second += Math.round(length * shape.rate)
    if (place === parts.length - 1) break
    state = { ...state, isBreak: true, secondsLeft: 0 }
    const clock = statusOf(place, null).clock
    // Before an overtime prices know how long it takes, but not how much its points vary.
    const isClosed = place >= 3 || shape.isStoppedIn(place)
    yield { second, matchStatus: breakStatus(place), clock, state, ...(isClosed ? { isStopped: true } : {}) }
    second += place === 1 ? shape.halfTimeSeconds : shape.breakSeconds
  }
  state = { ...state, isBreak: false, secondsLeft: 0, ball: null }
  yield { second, matchStatus: matchStatuses.finished, clock: null, state }
}

/** The messages of a part: each minute, more often near the end, and each score. */
function marksOf(scores: readonly Timed[], length: number, isLast: boolean): Mark[] {
  const marks = new Set(scores.map(({ at }) => at))
  for (let at = 0; at < length;) {
    marks.add(at)
    at += isLast && length - at <= LATE_SECONDS ? LATE_TICK_SECONDS : TICK_SECONDS
  }
  return [...marks]
    .toSorted((one, other) => one - other)
    .map((at) => ({ at, scored: scores.filter((score) => score.at === at), secondsLeft: length - at }))
}

function withScore(state: QuartersState, { side, points }: Score): QuartersState {
  const add = ([home, away]: readonly [number, number]): [number, number] =>
    side === 'home' ? [home + points, away] : [home, away + points]
  const ball = otherSide(side)
  if (state.overtime) return { ...state, ball, overtime: add(state.overtime) }
  return { ...state, ball, periods: [...state.periods.slice(0, -1), add(state.periods.at(-1) ?? [0, 0])] }
}

function statusOf(place: number, minute: number | null) {
  if (place >= 4) return { matchStatus: matchStatuses.overtime, clock: { period: 'all', minute } as const }
  const period = `quarter${place + 1}` as Period
  return {
    matchStatus: place < 2 ? matchStatuses.firstHalf : matchStatuses.secondHalf,
    clock: { period, minute },
  }
}

/** Only the long break counts as half-time. */
function breakStatus(place: number): MatchStatus {
  if (place === 1) return matchStatuses.midfield
  return statusOf(place, null).matchStatus
}

const timed = (scores: readonly Score[], length: number, roll: Roll): Timed[] =>
  scores
    .map((score) => ({ ...score, at: 1 + Math.floor(roll() * (length - 1)) }))
    .toSorted((one, other) => one.at - other.at)

/** A side's points as baskets of two, three and one. */
function basketsOf(side: Side, points: number, roll: Roll): Score[] {
  const baskets: Score[] = []
  for (let left = points; left > 0;) {
    const basket = Math.min(left, [2, 3, 1][drawPlace([0.62, 0.26, 0.12], roll)] ?? 1)
    baskets.push({ side, points: basket })
    left -= basket
  }
  return baskets
}

function* basketballMoments(model: QuartersModel, roll: Roll): Generator<Moment<QuartersState>> {
  const shape = SHAPES.basketball
  const isByPossessions = model.drawing === 'possessions'
  const draw = isByPossessions ? possessionsOf(model, roll) : basketsIn
  const parts: (readonly Mark[])[] = []
  let lead = 0
  for (let place = 0; place < 4 || lead === 0; place += 1) {
    const marks = draw(place)
    parts.push(marks)
    for (const { scored } of marks)
      for (const { side, points } of scored) lead += side === 'home' ? points : -points
  }
  // The drawing of release 1.0.0 knows an overtime's points before its baskets, so it takes no bets there.
  yield* played({ ...shape, isStoppedIn: (place) => place >= 4 && !isByPossessions }, parts)

  function basketsIn(place: number): Mark[] {
    const length = place < 4 ? shape.quarterSeconds : shape.overtimeSeconds
    const { home, away } = normalPoints(length / (4 * shape.quarterSeconds), model, roll)
    const scores = [...basketsOf('home', home, roll), ...basketsOf('away', away, roll)]
    return marksOf(timed(scores, length, roll), length, place >= 3)
  }
}

/** The match clock advances by one possession of each side. */
const POSSESSION_SECONDS = 30
/** With four pairs of possessions left a level end is likelier than the prices say: baskets are too coarse. */
const STOPS_AT_SECONDS_LEFT = 120
/** Betting is stopped between the baskets of both sides, this many seconds. */
const SECOND_BASKET_SECONDS = 3

/**
 * Draws parts of a basketball match by possessions, one of each side at a time. The match clock shows how
 * many are left, and nothing else matters for the rest of the match: neither the points so far nor the time
 * since the last possession. Each pair ends at a random second, because the clock stops and runs on.
 */
function possessionsOf(model: QuartersModel, roll: Roll): (place: number) => Mark[] {
  const { quarterSeconds, overtimeSeconds } = SHAPES.basketball
  const pointsIn = possessionPoints(model, (4 * quarterSeconds) / POSSESSION_SECONDS)
  return (place) => {
    const length = place < 4 ? quarterSeconds : overtimeSeconds
    const marks: Mark[] = [{ at: 0, scored: [], secondsLeft: length }]
    for (let from = 0; from < length; from += POSSESSION_SECONDS) {
      const at = from + 1 + Math.floor(roll() * (POSSESSION_SECONDS - SECOND_BASKET_SECONDS - 1))
      const isHomeFirst = roll() < 0.5
      const points = pointsIn(roll)
      const order: readonly Side[] = isHomeFirst ? ['home', 'away'] : ['away', 'home']
      const [first, second] = order.flatMap((side) =>
        points[side] > 0 ? [{ side, points: points[side] }] : [],
      )
      const secondsLeft = length - from - POSSESSION_SECONDS
      const isLate = place >= 3 && secondsLeft <= STOPS_AT_SECONDS_LEFT
      const isStopped = isLate || second !== undefined
      marks.push({ at, scored: first ? [first] : [], secondsLeft, isStopped })
      if (second)
        marks.push({ at: at + SECOND_BASKET_SECONDS, scored: [second], secondsLeft, isStopped: isLate })
    }
    return marks
  }
}

/** Margins an overtime ends with: a field goal or a touchdown. This share ended that way. */
const OVERTIME_MARGINS = [3, 6]
const OVERTIME_SHARE = 0.15
const MAX_TRIES = 200

/**
 * An American football match: the end is drawn from the expected values, its points spread over the match as
 * touchdowns, field goals and safeties. A level end went to overtime; so did some that ended three or six apart.
 */
function* americanMoments(model: QuartersModel, roll: Roll): Generator<Moment<QuartersState>> {
  const shape = SHAPES.american_football
  const { home, away } = drawEnd(model, roll)
  const margin = Math.abs(home - away)
  const winner: Side = home > away ? 'home' : 'away'
  const isDecidedLate = OVERTIME_MARGINS.includes(margin) && roll() < OVERTIME_SHARE
  const last = isDecidedLate ? margin : 0
  const of = (side: Side, points: number) =>
    (drivesOf(points - (side === winner ? last : 0), roll) ?? []).map((drive) => ({ side, points: drive }))
  const parts = Array.from({ length: 4 }, (): Score[] => [])
  for (const score of shuffled([...of('home', home), ...of('away', away)], roll))
    parts[Math.floor(roll() * 4)]?.push(score)
  const marksIn = (scores: readonly Score[], place: number) => {
    const length = place < 4 ? shape.quarterSeconds : shape.overtimeSeconds
    return marksOf(timed(scores, length, roll), length, place >= 3)
  }
  const quarters = parts.map(marksIn)
  const overtime = marksIn(isDecidedLate ? [{ side: winner, points: last }] : [], 4)
  yield* played(shape, margin === 0 || isDecidedLate ? [...quarters, overtime] : quarters)
}

/** Draws a margin and total from the expected values, among scores two sides can reach. */
function drawEnd(model: QuartersModel, roll: Roll): SidePoints {
  const { all } = pointsEnds({
    sport: 'american_football',
    expected: model,
    left: 1,
    score: { home: 0, away: 0 },
  })
  const margin = all.differenceFrom + drawPlace(all.differences, roll)
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const total = all.totalFrom + drawPlace(all.totals, roll)
    const end = { home: (total + margin) / 2, away: (total - margin) / 2 }
    if ([end.home, end.away].every((points) => isScorable(points))) return end
  }
  return margin >= 0 ? { home: 20 + margin, away: 20 } : { home: 20, away: 20 - margin }
}

/** Excludes ends where a side has 1, 2, 4 or 5 points: few matches end so. */
const isScorable = (points: number): boolean =>
  Number.isInteger(points) && (points === 0 || points === 3 || points >= 6)

const DRIVES = [7, 3, 6, 8, 2]
const DRIVE_WEIGHTS = [0.6, 0.3, 0.04, 0.04, 0.02]

/** Splits points into scores; undefined if no scores add up to them. */
function drivesOf(points: number, roll: Roll): number[] | undefined {
  if (points === 0) return []
  if (points < 2) return undefined
  const first = drawPlace(DRIVE_WEIGHTS, roll)
  for (const drive of [DRIVES[first] ?? 7, ...DRIVES]) {
    if (drive > points) continue
    const rest = drivesOf(points - drive, roll)
    if (rest) return [drive, ...rest]
  }
  return undefined
}

export const basketball: SportSimulation<QuartersModel, QuartersState> = {
  moments: basketballMoments,
  stopSeconds: 4,
}

export const americanFootball: SportSimulation<QuartersModel, QuartersState> = {
  moments: americanMoments,
  stopSeconds: 40,
}
