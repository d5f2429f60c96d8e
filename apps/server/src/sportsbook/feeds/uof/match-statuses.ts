import type { Period, Sport } from '@palpite/odds'
import { matchStatuses, type MatchStatus } from '../../sports/index.ts'

/** The feed's match status codes as those of the specification, where they mean the same in every sport. */
const STATUSES: Readonly<Record<number, MatchStatus>> = {
  0: matchStatuses.notOpen,
  6: matchStatuses.firstHalf,
  7: matchStatuses.secondHalf,
  31: matchStatuses.midfield,
  40: matchStatuses.overtime,
  41: matchStatuses.overtime,
  42: matchStatuses.overtime,
  50: matchStatuses.penalty,
  60: matchStatuses.postponed,
  61: matchStatuses.toBeDetermined,
  70: matchStatuses.cancelled,
  80: matchStatuses.interrupted,
  90: matchStatuses.cutInHalf,
  100: matchStatuses.finished,
  110: matchStatuses.finished,
  120: matchStatuses.finished,
}

/** Codes of parts of a match that count on in one number: sets from 8, quarters from 13, innings from 401. */
const PARTS: readonly {
  readonly first: number
  readonly last: number
  readonly name: 'set' | 'quarter' | 'inning'
}[] = [
  { first: 8, last: 12, name: 'set' },
  { first: 13, last: 16, name: 'quarter' },
  { first: 401, last: 409, name: 'inning' },
]

/** Walk-over, retirement and default: over, and a way of ending of their own. */
const ENDINGS: Readonly<Record<number, 'walkover' | 'retired' | 'disqualified'>> = {
  91: 'walkover',
  92: 'walkover',
  93: 'walkover',
  94: 'retired',
  95: 'retired',
  96: 'retired',
  97: 'disqualified',
  98: 'disqualified',
  99: 'disqualified',
}

const LIVE = 1
const INTERRUPTED = 2
const ENDED = [3, 4]

/** What the feed says of the match: its status by our codes, the period under way, and how it ended. */
export type UofStanding = {
  readonly matchStatus: MatchStatus
  readonly period: Period | undefined
  readonly ending: 'walkover' | 'retired' | 'disqualified' | undefined
}

/** By the match status where we know its code, else by the status of the event, which is said of every sport. */
export function standingOf(sport: Sport, status: number, code: number): UofStanding {
  const ending = ENDINGS[code]
  if (ending) return { matchStatus: matchStatuses.finished, period: undefined, ending }
  const part = PARTS.find(({ first, last }) => code >= first && code <= last)
  const period = part ? (`${part.name}${code - part.first + 1}` as Period) : halfOf(sport, code)
  const known = STATUSES[code]
  const isOver = ENDED.includes(status) && known === matchStatuses.notOpen
  if (known !== undefined && !isOver && !(status === LIVE && known === matchStatuses.notOpen))
    return { matchStatus: known, period, ending: undefined }
  if (ENDED.includes(status)) return { matchStatus: matchStatuses.finished, period, ending: undefined }
  if (status === INTERRUPTED) return { matchStatus: matchStatuses.interrupted, period, ending: undefined }
  if (status === 0) return { matchStatus: matchStatuses.notOpen, period: undefined, ending: undefined }
  return {
    matchStatus: isSecondPart(code) ? matchStatuses.secondHalf : matchStatuses.firstHalf,
    period,
    ending: undefined,
  }
}

const halfOf = (sport: Sport, code: number): Period | undefined =>
  sport === 'football' ? ({ 6: 'half1', 7: 'half2' } as const)[code] : undefined

/** The third and the fourth quarter. */
const isSecondPart = (code: number): boolean => code === 15 || code === 16
