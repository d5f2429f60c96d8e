import type { SportStates } from '@palpite/contract'
import { type Clock, type MatchStatus, matchStatuses } from '../../sports/index.ts'
import type { MatchScript, ScriptEvent } from './match-script.ts'

/** What there is to see of a match at one moment. */
export type Play = {
  matchStatus: MatchStatus
  clock: Clock | null
  state: SportStates['football'] | null
  /** A goal fell so shortly ago that nobody may bet. */
  isStopped: boolean
}

/**
 * The match at so many seconds of its clock: nothing but the script and the clock decides, so a server that
 * was away sees what it would have seen.
 */
export function playMatch(script: MatchScript, second: number, goalStopSeconds: number): Play {
  if (second < 0) return notStarted
  const happened = script.events.filter((event) => event.second <= second)
  const part = partAt(script, second)
  const count = (kind: ScriptEvent['kind'], until = Number.POSITIVE_INFINITY): [number, number] => {
    const own = happened.filter((event) => event.kind === kind && event.second < until)
    const home = own.filter(({ side }) => side === 'home').length
    return [home, own.length - home]
  }
  return {
    ...part,
    state: {
      family: 'football',
      score: count('goal'),
      halfTime: part.matchStatus === matchStatuses.firstHalf ? null : count('goal', script.half1Ends),
      corners: count('corner'),
      cards: count('card'),
    },
    isStopped: happened.some(({ kind, second: at }) => kind === 'goal' && at > second - goalStopSeconds),
  }
}

const notStarted: Play = {
  matchStatus: matchStatuses.notOpen,
  clock: null,
  state: null,
  isStopped: false,
}

/** The minute shown is the one being played, as on television: the first second is in minute 1. */
function partAt(
  { half1Ends, half2Starts, ends }: MatchScript,
  second: number,
): Pick<Play, 'matchStatus' | 'clock'> {
  const clock = (period: Clock['period'], minute: number): Clock => ({ period, minute })
  const minute = (since: number) => Math.floor((second - since) / 60) + 1
  if (second < half1Ends) return { matchStatus: matchStatuses.firstHalf, clock: clock('half1', minute(0)) }
  if (second < half2Starts) return { matchStatus: matchStatuses.midfield, clock: null }
  if (second < ends)
    return { matchStatus: matchStatuses.secondHalf, clock: clock('half2', 45 + minute(half2Starts)) }
  return { matchStatus: matchStatuses.finished, clock: null }
}
