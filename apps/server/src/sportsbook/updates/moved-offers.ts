import { movePrices } from '../catalogue/move-prices.ts'
import { marketKey, type MarketKey, type Offer } from '../sports/offers.ts'
import type { OfferedRow } from './queries.ts'

/** A market as it was offered last. */
export type Offered = {
  id: number
  status: OfferedRow['status']
  namedVersion: number
  namedBy: OfferedRow['namedBy']
  outcomes: Map<string, OfferedRow>
}

/** A market as it is offered with what was bet on it; the price without that only where it is another one. */
export type MovedOffer = MarketKey & {
  outcomes: { code: string; priceMilli: number; basePriceMilli: number | null }[]
}

/** What a match is offered at once the bets on it have moved what it was priced at. */
export function movedOffers(
  offers: readonly Offer[],
  before: ReadonlyMap<string, Offered> = new Map(),
): MovedOffer[] {
  const movable = offers.map((offer) => {
    const known = before.get(marketKey(offer))?.outcomes
    const outcomes = offer.outcomes.map((one) => ({
      ...one,
      shortenedBps: known?.get(one.code)?.shortenedBps ?? 0,
    }))
    return { ...offer, outcomes }
  })
  return movePrices(movable).map(({ market, pricesMilli }) => ({
    ...market,
    outcomes: market.outcomes.map(({ code, priceMilli: unmoved }, at) => {
      const priceMilli = pricesMilli[at] ?? unmoved
      return { code, priceMilli, basePriceMilli: priceMilli === unmoved ? null : unmoved }
    }),
  }))
}

/** The open markets of a match as they were priced, where what was bet has moved one of them; else nothing. */
export function unmovedOffers(before: ReadonlyMap<string, Offered>): Offer[] {
  const rows = [...before.values()]
  const hasMoved = rows.some(({ outcomes }) => [...outcomes.values()].some(wasMoved))
  if (!hasMoved) return []
  return rows.flatMap(({ status, outcomes }) => {
    const [first] = outcomes.values()
    if (!first || status !== 'open') return []
    const { type, period, lineQuarters, side } = first
    const offered = [...outcomes.values()].filter(({ isOffered }) => isOffered)
    return [
      {
        type,
        period,
        lineQuarters,
        side,
        outcomes: offered.map(({ code, priceMilli, basePriceMilli }) => ({
          code,
          priceMilli: basePriceMilli ?? priceMilli,
        })),
      },
    ]
  })
}

const wasMoved = ({ shortenedBps, basePriceMilli }: OfferedRow): boolean =>
  shortenedBps > 0 || basePriceMilli !== null
