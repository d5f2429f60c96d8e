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

/** One market as it is offered now, with a price for each outcome. */
export type Offer = MarketKey & { outcomes: { code: string; priceMilli: number }[] }

/** The name of a market as one text, for maps. */
export const marketKey = ({ type, period, lineQuarters, side }: MarketKey): string =>
  `${type}/${period}/${lineQuarters ?? ''}/${side ?? ''}`
