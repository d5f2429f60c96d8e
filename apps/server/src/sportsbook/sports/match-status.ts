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

/** The codes that the specification has for periods; corners are one of their own there. */
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

/** The specification's code of the period of a market; null for one that it has no code for. */
export const periodCode = ({ type, period }: { type: string; period: Period }): number | null =>
  type.startsWith('football.corners_') ? CORNERS : (periodCodes[period] ?? null)
