import type { Ending, Period } from '@palpite/odds'

/** Match time codes of the specification. */
export const matchStatuses = {
  notOpen: 0,
  firstHalf: 1,
  midfield: 2,
  secondHalf: 3,
  overtime: 4,
  penalty: 5,
  finished: -1,
  cancelled: -10,
  toBeDetermined: -11,
  cutInHalf: -12,
  interrupted: -13,
  postponed: -14,
} as const

export type MatchStatus = (typeof matchStatuses)[keyof typeof matchStatuses]

/** Is the match being played, its breaks included? */
export const isInPlay = (matchStatus: number): boolean => matchStatus >= 1 && matchStatus <= 5

/** Has the first half been played out? What is cut off in its first half has not. */
const isFirstHalfOver = (matchStatus: number): boolean =>
  matchStatus === -1 || (matchStatus >= 2 && matchStatus <= 5)

/** How a match ended, for what its markets resolve to. A match that may still go on is running. */
export function endingOf(matchStatus: number): Ending {
  switch (matchStatus) {
    case matchStatuses.finished:
      return 'finished'
    case matchStatuses.cancelled:
      return 'cancelled'
    case matchStatuses.cutInHalf:
      return 'abandoned'
    case matchStatuses.postponed:
      return 'postponed'
    default:
      return 'running'
  }
}

/** Period codes of the specification, of those periods that it has a code for. */
const periodCodes = { full: 1, half1: 2 } as const

export type PeriodCode = (typeof periodCodes)[keyof typeof periodCodes]

/** The code of a period; nothing for one that the specification has no code for. */
export const periodCode = (period: Period): PeriodCode | undefined =>
  period === 'full' || period === 'half1' ? periodCodes[period] : undefined

/** The period that a code stands for. */
export const periodOf = (code: number): 'full' | 'half1' => (code === periodCodes.half1 ? 'half1' : 'full')

/** The periods that take no more bets at this time of a match. */
export const closedPeriods = (matchStatus: number): PeriodCode[] => {
  if (endingOf(matchStatus) !== 'running') return [periodCodes.full, periodCodes.half1]
  return isFirstHalfOver(matchStatus) ? [periodCodes.half1] : []
}
