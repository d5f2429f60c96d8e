import type { SportState, SportStates } from '@palpite/contract'
import type { Side, Sport } from '@palpite/odds'
import { matchStatuses } from '../../sportsbook/index.ts'
import { wholeBetween, type Roll, seededRandom } from './draws.ts'
import { type Moment, plusOne, type MatchSimulation } from './simulations/simulation.ts'

/**
 * Disruptions of a simulated match. `delayed`: the start is postponed to an unknown time. `corrected`: the result is reported
 * again, and differs. `withdrawn`: a runner of a race does not start.
 */
export const DISRUPTIONS = [
  'cancelled',
  'postponed',
  'delayed',
  'interrupted',
  'abandoned',
  'walkover',
  'retired',
  'shortened',
  'corrected',
  'withdrawn',
] as const

export type Disruption = (typeof DISRUPTIONS)[number]

/** How many matches in a thousand have each disruption. */
const PER_MILLE: Readonly<Record<Disruption, number>> = {
  cancelled: 4,
  postponed: 6,
  delayed: 10,
  interrupted: 12,
  abandoned: 4,
  walkover: 8,
  retired: 14,
  shortened: 20,
  corrected: 12,
  withdrawn: 120,
}

const ANY: readonly Disruption[] = ['cancelled', 'postponed', 'delayed', 'interrupted', 'abandoned']
const OF_ONE_PLAYER: readonly Disruption[] = [...ANY, 'walkover', 'retired']

/** The disruptions possible in each sport. */
const DISRUPTIONS_OF: Readonly<Record<Sport, readonly Disruption[]>> = {
  football: [...ANY, 'corrected'],
  basketball: [...ANY, 'corrected'],
  tennis: OF_ONE_PLAYER,
  boxing: ['cancelled', 'postponed', 'delayed', 'corrected'],
  snooker: OF_ONE_PLAYER,
  baseball: [...ANY, 'shortened'],
  volleyball: ANY,
  badminton: OF_ONE_PLAYER,
  american_football: [...ANY, 'corrected'],
  table_tennis: OF_ONE_PLAYER,
  cricket: [...ANY, 'shortened'],
  racing: ['cancelled', 'postponed', 'delayed', 'withdrawn', 'corrected'],
}

/** Draws the disruption of the match of this seed; null for nearly every match. */
export function drawDisruption(sport: Sport, seed: string): Disruption | null {
  let left = seededRandom(`fault:${seed}`)() * 1000
  return DISRUPTIONS_OF[sport].find((fault) => (left -= PER_MILLE[fault]) < 0) ?? null
}

/** The simulation of the match with its disruption. */
export const withDisruption = (
  simulation: Played,
  fault: Disruption | null,
  seed: string,
): MatchSimulation<SportState | null> =>
  fault === null || simulation.length < MIN_MOMENTS
    ? simulation
    : [...disrupted(simulation, fault, seededRandom(`befalls:${seed}`))]

type Played = MatchSimulation<SportState>
type Reported = Moment<SportState | null>

/** Fewer moments cannot be cut. */
const MIN_MOMENTS = 4
const [DELAY_SECONDS, INTERRUPTION_SECONDS, ABANDONED_AFTER_SECONDS] = [1800, 1200, 1500]
const CORRECTION_SECONDS = 240

function* disrupted(simulation: Played, fault: Disruption, roll: Roll): Generator<Reported> {
  switch (fault) {
    case 'cancelled':
      yield notPlayed(matchStatuses.cancelled)
      return
    case 'postponed':
      yield notPlayed(matchStatuses.postponed)
      return
    case 'delayed':
      yield notPlayed(matchStatuses.toBeDetermined)
      yield* later(simulation, DELAY_SECONDS)
      return
    case 'interrupted': {
      const at = placeIn(simulation, roll)
      yield* cutAt(simulation, at)
      yield* later(simulation.slice(at), INTERRUPTION_SECONDS)
      return
    }
    case 'abandoned': {
      const at = placeIn(simulation, roll)
      yield* cutAt(simulation, at)
      const [cut] = later(simulation.slice(at - 1, at), ABANDONED_AFTER_SECONDS)
      if (cut) yield { ...cut, matchStatus: matchStatuses.cutInHalf, isStopped: true }
      return
    }
    case 'walkover':
    case 'retired': {
      const at = fault === 'walkover' ? 1 : placeIn(simulation, roll)
      if (fault === 'retired') yield* simulation.slice(0, at)
      yield* ended(simulation[at - 1], { ending: fault, winner: roll() < 0.5 ? 'home' : 'away' })
      return
    }
    case 'shortened': {
      const at = simulation.findIndex(({ state }) => isFarEnough(state))
      yield* at < 0 ? simulation : [...simulation.slice(0, at), ...ended(simulation[at], { ending: fault })]
      return
    }
    case 'corrected':
      yield* simulation
      yield* correction(simulation.at(-1))
      return
    case 'withdrawn':
      yield* simulation // non-starters are removed before the simulation is drawn
  }
}

const notPlayed = (matchStatus: Reported['matchStatus']): Reported => ({
  second: 0,
  matchStatus,
  clock: null,
  state: null,
  isStopped: true,
})

const later = (simulation: Played, seconds: number): Played =>
  simulation.map((moment) => ({ ...moment, second: moment.second + seconds }))

/** A position within the play: neither start nor end. */
const placeIn = (simulation: Played, roll: Roll): number =>
  wholeBetween(roll, 2, Math.max(2, Math.floor(simulation.length * 0.9)))

/** The match up to that position, then a suspension without a known end. */
function* cutAt(simulation: Played, at: number): Generator<Reported> {
  yield* simulation.slice(0, at)
  const last = simulation[at - 1]
  if (last)
    yield { ...last, second: last.second + 1, matchStatus: matchStatuses.interrupted, isStopped: true }
}

type EarlyEnd = { ending: 'walkover' | 'retired' | 'shortened'; winner?: Side }

/** The match ends in its current state, a moment later. */
function* ended(last: Moment<SportState> | undefined, end: EarlyEnd): Generator<Reported> {
  if (!last) return
  const { second, state } = last
  const decided = state.family === 'cricket' ? { winner: fasterSide(state) } : {}
  const over = { ...state, ...decided, ...end } as SportState // sport families without these fields have no such disruptions
  yield { second: second + 1, matchStatus: matchStatuses.finished, clock: null, state: over }
}

/**
 * Enough for a result: five innings in baseball; in cricket 40 balls of the chase, where five overs are
 * required.
 */
const isFarEnough = (state: SportState): boolean =>
  (state.family === 'baseball' && state.halvesDone >= 10 && state.outs === 0) ||
  (state.family === 'cricket' && (state.innings[1]?.balls ?? 0) >= 40)

/** The side with the better run rate: decides when rain ends a chase. */
function fasterSide({ innings }: SportStates['cricket']): Side {
  const [first, chase] = innings
  const rate = (of: typeof first) => (of && of.balls > 0 ? of.runs / of.balls : 0)
  return rate(first) >= rate(chase) ? (first?.batting ?? 'home') : (chase?.batting ?? 'home')
}

/** Repeats the result a few minutes after the end, with a correction where possible. */
function* correction(end: Moment<SportState> | undefined): Generator<Reported> {
  const state = end && correctedState(end.state)
  if (state) yield { ...end, second: end.second + CORRECTION_SECONDS, state }
}

function correctedState(state: SportState): SportState | undefined {
  switch (state.family) {
    case 'football':
      return withoutGoal(state)
    case 'quarters':
      return withPoint(state)
    case 'fight':
      return { ...state, result: { method: 'no_contest', winner: null, round: null, isPastHalf: false } }
    case 'race':
      return withoutWinner(state)
    case 'sets':
    case 'frames':
    case 'baseball':
    case 'cricket':
    case 'outright':
      return undefined
  }
}

/** Removes a second-half goal; without one, a corner. */
function withoutGoal(state: SportStates['football']): SportState | undefined {
  if (state.extraTime) return undefined
  const score = state.score ?? [0, 0]
  const halfTime = state.halfTime ?? [0, 0]
  if (score[0] > halfTime[0]) return { ...state, score: [score[0] - 1, score[1]] }
  if (score[1] > halfTime[1]) return { ...state, score: [score[0], score[1] - 1] }
  return { ...state, corners: plusOne(state.corners ?? [0, 0], 'home') }
}

/** Adds a point to one of the leader's last baskets. */
function withPoint(state: SportStates['quarters']): SportState | undefined {
  if (state.overtime) return undefined
  const lead = state.periods.reduce((sum, [home, away]) => sum + home - away, 0)
  const last = plusOne(state.periods.at(-1) ?? [0, 0], lead > 0 ? 'home' : 'away')
  return { ...state, periods: [...state.periods.slice(0, -1), last] }
}

/** Swaps first and second place. */
function withoutWinner(state: SportStates['race']): SportState | undefined {
  const places = state.finishes?.map(({ place }) => place) ?? []
  const isClear = [1, 2].every((place) => places.filter((other) => other === place).length === 1)
  if (!state.finishes || !isClear) return undefined
  const finishes = state.finishes.map(({ runner, place }) => ({
    runner,
    place: place < 3 ? 3 - place : place,
  }))
  return { ...state, finishes }
}
