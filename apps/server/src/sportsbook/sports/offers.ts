import type { Period, Side } from '@palpite/odds'

/** A count for each of two sides: goals, sets, points. */
export type Pair = { home: number; away: number }

/** The period under way, and its minute where the sport has one. */
export type Clock = { period: Period; minute: number | null }

/** What names a market among those of its fixture. */
export type MarketKey = {
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
}

/** What of a bet builder is one of its selections, and what became of it by itself. */
export type Selection = MarketKey & {
  outcomeId: number
  code: string
  won: number | null
  refunded: number | null
  parts: number | null
  /** Its feed or operators have said what became of it: our own count says nothing against that. */
  isSaid: boolean
}

/** A bet builder's market: hidden, of its own, with the one outcome `yes`. */
export const BUILDER = 'football.builder'

/** One market as it is offered now, with a price for each outcome. */
export type Offer = MarketKey & { outcomes: { code: string; priceMilli: number }[] }

/** The name of a market as one text, for maps. */
export const marketKey = ({ type, period, lineQuarters, side }: MarketKey): string =>
  `${type}/${period}/${lineQuarters ?? ''}/${side ?? ''}`

/** A market as @palpite/odds names it. */
export const refOf = ({ type, period, lineQuarters, side }: MarketKey) => ({
  type,
  period,
  ...(lineQuarters === null ? {} : { lineQuarters }),
  ...(side === null ? {} : { side }),
})
