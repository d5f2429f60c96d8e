import type { Period, Side } from '@palpite/odds'
import type { MatchStatus } from '../../../sportsbook/index.ts'
import type { Roll } from '../draws.ts'

/** The period being played, and its minute in sports with a clock; nothing in a race and when it is over. */
export type Clock = { readonly period: Period; readonly minute: number | null } | null

/** How a match stands from one second of its script on. The next moment takes its place. */
export type Moment<State> = {
  readonly second: number
  readonly matchStatus: MatchStatus
  readonly clock: Clock
  readonly state: State
  /** What just happened moved the chances at once: nobody may bet for a while. */
  readonly isDecisive?: true
  /** Whoever watches knows more than the prices do: nobody may bet until the next moment. */
  readonly isStopped?: true
}

/** A whole match before it is played, as moments in the order of their seconds since its start. */
export type Script<State> = readonly Moment<State>[]

/** What there is to see of a match at one moment. */
export type Play<State> = {
  matchStatus: MatchStatus
  clock: Clock
  state: State
  isStopped: boolean
}

/** How one sport is played, from its start to its end. */
export type SportScript<Model, State> = {
  readonly moments: (model: Model, roll: Roll) => Iterable<Moment<State>>
  /** How long nobody may bet after a decisive moment; where not said, as long as the settings have it for a goal. */
  readonly stopSeconds?: number
}

/**
 * The match at so many seconds since its start, by halving; nothing before it. Nothing but the script and the clock
 * decides, so a server that was away sees what it would have seen.
 */
export function playAt<State>(
  script: Script<State>,
  second: number,
  stopSeconds: number,
): Play<State> | undefined {
  const place = lastBefore(script, second)
  const moment = script[place]
  if (!moment) return undefined
  const { matchStatus, clock, state } = moment
  return { matchStatus, clock, state, isStopped: moment.isStopped === true || isRecent(place) }

  function isRecent(from: number): boolean {
    for (let at = from; at >= 0 && (script[at]?.second ?? 0) > second - stopSeconds; at -= 1)
      if (script[at]?.isDecisive) return true
    return false
  }
}

/** The place of the last moment that is not after this second; -1 before the first. */
export function lastBefore(script: Script<unknown>, second: number): number {
  let [low, high] = [0, script.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((script[middle]?.second ?? 0) <= second) low = middle + 1
    else high = middle
  }
  return low - 1
}

export const otherSide = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/** One more for a side. */
export const plusOne = (pair: readonly [number, number], side: Side): [number, number] =>
  side === 'home' ? [pair[0] + 1, pair[1]] : [pair[0], pair[1] + 1]
