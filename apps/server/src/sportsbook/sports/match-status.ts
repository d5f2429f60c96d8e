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

/** Whether the match is in play, breaks included. */
export const isInPlay = (matchStatus: number): boolean => matchStatus >= 1 && matchStatus <= 5

/** How a match ended, for resolving its markets. A match that may still continue is running. */
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

/** The specification's period codes; corners have one of their own. */
const periodCodes: Readonly<Partial<Record<Period, number>>> = {
  full: 1,
  all: 1,
  half1: 2,
  quarter1: 1001,
  quarter2: 1002,
  quarter3: 1003,
  quarter4: 1004,
}
const CORNERS = 4

/** The specification's code of a market's period; null if it has none. */
export const periodCode = ({ type, period }: { type: string; period: Period }): number | null =>
  type.startsWith('football.corners_') ? CORNERS : (periodCodes[period] ?? null)
