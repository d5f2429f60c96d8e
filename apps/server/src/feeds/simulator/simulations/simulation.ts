import type { Period, Side } from '@palpite/odds'
import type { MatchStatus } from '../../../sportsbook/index.ts'
import type { Roll } from '../draws.ts'

/** The current period, and its minute in sports with a clock; null in a race and after the end. */
export type Clock = { readonly period: Period; readonly minute: number | null } | null

/** The state of a match from one second of its simulation until the next moment. */
export type Moment<State> = {
  readonly second: number
  readonly matchStatus: MatchStatus
  readonly clock: Clock
  readonly state: State
  /** The event changed the chances at once: suspend betting for a while. */
  readonly isDecisive?: true
  /** Spectators know more than the prices: suspend betting until the next moment. */
  readonly isStopped?: true
}

/** A whole match simulated in advance, as moments in order of seconds since the start. */
export type MatchSimulation<State> = readonly Moment<State>[]

/** What is visible of a match at one moment. */
export type Play<State> = {
  matchStatus: MatchStatus
  clock: Clock
  state: State
  isStopped: boolean
}

/** The simulation of one sport, from start to end. */
export type SportSimulation<Model, State> = {
  readonly moments: (model: Model, roll: Roll) => Iterable<Moment<State>>
  /** How long betting is suspended after a decisive moment; by default as after a goal, from the settings. */
  readonly stopSeconds?: number
}

/**
 * The match at this many seconds since its start, by binary search; undefined before it. Depends only on the
 * simulation and the clock, so a server that was down resumes as if it had not been.
 */
export function playAt<State>(
  simulation: MatchSimulation<State>,
  second: number,
  stopSeconds: number,
): Play<State> | undefined {
  const place = lastBefore(simulation, second)
  const moment = simulation[place]
  if (!moment) return undefined
  const { matchStatus, clock, state } = moment
  return { matchStatus, clock, state, isStopped: moment.isStopped === true || isRecent(place) }

  function isRecent(from: number): boolean {
    for (let at = from; at >= 0 && (simulation[at]?.second ?? 0) > second - stopSeconds; at -= 1)
      if (simulation[at]?.isDecisive) return true
    return false
  }
}

/** The index of the last moment not after this second; -1 before the first. */
export function lastBefore(simulation: MatchSimulation<unknown>, second: number): number {
  let [low, high] = [0, simulation.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((simulation[middle]?.second ?? 0) <= second) low = middle + 1
    else high = middle
  }
  return low - 1
}

export const otherSide = (side: Side): Side => (side === 'home' ? 'away' : 'home')

export const plusOne = (pair: readonly [number, number], side: Side): [number, number] =>
  side === 'home' ? [pair[0] + 1, pair[1]] : [pair[0], pair[1] + 1]
