import { familyOf } from '@palpite/contract'
import type { Period, Side, Sport } from '@palpite/odds'
import { type MatchStatus, matchStatuses } from '../../sportsbook/index.ts'

/** The feed's match status codes that have the same meaning in every sport, mapped to the specification's. */
const STATUSES: Readonly<Record<number, MatchStatus>> = {
  0: matchStatuses.notOpen,
  6: matchStatuses.firstHalf,
  7: matchStatuses.secondHalf,
  31: matchStatuses.midfield,
  // Waiting for extra time and penalties: regular play is over.
  32: matchStatuses.overtime,
  33: matchStatuses.overtime,
  34: matchStatuses.penalty,
  40: matchStatuses.overtime,
  41: matchStatuses.overtime,
  42: matchStatuses.overtime,
  50: matchStatuses.penalty,
  51: matchStatuses.penalty,
  60: matchStatuses.postponed,
  61: matchStatuses.toBeDetermined,
  70: matchStatuses.cancelled,
  80: matchStatuses.interrupted,
  81: matchStatuses.interrupted,
  90: matchStatuses.cutInHalf,
  99: matchStatuses.finished,
  100: matchStatuses.finished,
  110: matchStatuses.finished,
  120: matchStatuses.finished,
  130: matchStatuses.finished,
}

/** Codes whose meaning decides how a score is read. */
export const HALF_TIME = 31
export const OVERTIME = 40
export const AFTER_GOLDEN_SET = 130
/** The match ended without anything after regular play: 99 says no more than the result. */
export const ENDED_REGULAR: readonly number[] = [99, 100]
/** Regular play of football is in progress, or nothing followed it. */
export const IN_REGULAR: readonly number[] = [6, 7, HALF_TIME, 32]
/** The first half is over and the second is not. */
export const SECOND_HALF: readonly number[] = [7, HALF_TIME]
/** An overtime is or was played. */
export const WITH_OVERTIME: readonly number[] = [OVERTIME, 110]

/** Maps a feed code to the number of the part, from 1. */
export type PartOf = (code: number) => number | undefined

const within =
  (first: number, last: number): PartOf =>
  (code) =>
    code >= first && code <= last ? code - first + 1 : undefined

/** Sets 6 and 7 have codes apart from the first five. */
export const setOf: PartOf = (code) => within(8, 12)(code) ?? ({ 441: 6, 442: 7 } as const)[code]
export const quarterOf: PartOf = within(13, 16)
export const halfOf: PartOf = within(6, 7)

/** The last quarter started under a code: the current one or, in a break, the one before; the same for halves. */
export const lastQuarterOf: PartOf = (code) =>
  quarterOf(code) ?? within(301, 303)(code) ?? (code === HALF_TIME ? 2 : undefined)
export const lastHalfOf: PartOf = (code) => {
  const quarter = lastQuarterOf(code)
  return halfOf(code) ?? (quarter === undefined ? undefined : Math.ceil(quarter / 2))
}

/** Half innings are odd at the top and even at the bottom; whole innings have their own codes. */
const inningOf: PartOf = (code) =>
  code >= 401 && code <= 418 ? Math.floor((code - 399) / 2) : within(531, 539)(code)

/** Break codes: the part before is over. Other codes without a part do not say so. */
const isPause = (code: number): boolean =>
  [30, 31, 32, 33, 34, 445].includes(code) || (code >= 301 && code <= 306)

/** The feed's match state: status in our codes, current period, and how it ended. */
export type UofMatchState = {
  readonly matchStatus: MatchStatus
  readonly period: Period | undefined
  /** The part before is over, and the next one has not started. */
  readonly isPause: boolean
  readonly ending: 'walkover' | 'retired' | 'disqualified' | undefined
  /** The winner after an early end, if the feed names one. */
  readonly winner: Side | undefined
}

/**
 * Walk-over, retirement and default with their winner: in a walk-over code player 1 is the winner; in a retirement or
 * default code player 1 is the loser.
 */
const ENDINGS: Readonly<Record<number, Pick<UofMatchState, 'ending' | 'winner'>>> = {
  91: { ending: 'walkover', winner: undefined },
  92: { ending: 'retired', winner: undefined },
  93: { ending: 'walkover', winner: 'home' },
  94: { ending: 'walkover', winner: 'away' },
  95: { ending: 'retired', winner: 'away' },
  96: { ending: 'retired', winner: 'home' },
  97: { ending: 'disqualified', winner: 'away' },
  98: { ending: 'disqualified', winner: 'home' },
}

const LIVE = 1
const INTERRUPTED = 2
const ENDED = [3, 4]

/** Uses the match status code if known, else the event status, which every sport has. */
export function uofMatchState(sport: Sport, status: number, code: number): UofMatchState {
  const plain = {
    period: undefined,
    isPause: isPause(code),
    ending: undefined,
    winner: undefined,
  }
  const ending = ENDINGS[code]
  if (ending) return { ...plain, matchStatus: matchStatuses.finished, ...ending }
  const isOver = ENDED.includes(status)
  const known = STATUSES[code]
  if (known !== undefined && known !== matchStatuses.notOpen && !(isOver && known > 0))
    return { ...plain, matchStatus: known, period: periodOf(sport, code) }
  if (isOver) return { ...plain, matchStatus: matchStatuses.finished }
  if (status === INTERRUPTED)
    return { ...plain, matchStatus: matchStatuses.interrupted, period: periodOf(sport, code) }
  if (status !== LIVE && (status === 0 || code === 0)) return { ...plain, matchStatus: matchStatuses.notOpen }
  return { ...plain, matchStatus: inPlay(sport, code), period: periodOf(sport, code) }
}

/** What is played under this code. */
function inPlay(sport: Sport, code: number): MatchStatus {
  if (sport === 'baseball' && (code === 419 || code === 420)) return matchStatuses.overtime
  if (sport === 'cricket' && [505, 506, 507, 508, 510, 526].includes(code)) return matchStatuses.overtime
  if ((quarterOf(code) ?? 0) > 2 || code === 2) return matchStatuses.secondHalf
  return matchStatuses.firstHalf
}

/** The current period, if the code names one of this sport. */
function periodOf(sport: Sport, code: number): Period | undefined {
  const family = familyOf[sport]
  const set = family === 'sets' ? setOf(code) : undefined
  const quarter = family === 'quarters' ? quarterOf(code) : undefined
  const half = family === 'football' || family === 'quarters' ? halfOf(code) : undefined
  const inning = family === 'baseball' ? inningOf(code) : undefined
  if (set !== undefined) return `set${set}`
  if (quarter !== undefined) return `quarter${quarter}` as Period
  if (half !== undefined) return `half${half}` as Period
  return inning === undefined ? undefined : `inning${inning}`
}
