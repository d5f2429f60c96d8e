import type { PeriodCode } from './match-status.ts'

/** A count for each of two teams: goals, corners, cards. */
export type Pair = { home: number; away: number }

/** Goals expected of a whole match. */
export type Expected = { home: number; away: number; rho: number }

/** One market as it is offered now, with a price for each outcome. */
export type Offer = {
  type: string
  period: PeriodCode
  lineQuarters: number | null
  outcomes: { code: string; priceMilli: number }[]
}
