import type { MarginShape } from '../margin/apply-margin.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { pricedMarket, pricedPair, type PricedMarket } from '../priced-market.ts'
import type { Counts } from './counts.ts'
import { openLines, type LineGrain } from './open-lines.ts'
import { resultChances } from './shares.ts'

/** The margin, its shape, and the sport's finest lines. */
export type LineOffer = {
  readonly marginBps: number
  readonly shape: MarginShape
  readonly grain: LineGrain
}

/** Over and under for the sum. */
export const totalMarkets = (market: MarketRef, counts: Counts, offer: LineOffer): PricedMarket[] =>
  openLines(counts.totals, counts.totalFrom, offer.grain)
    .filter(({ line }) => line > counts.totalFrom * 4)
    .map(({ line, chance, refunded }) => ({
      ...pricedPair({ ...market, lineQuarters: line }, ['over', 'under', chance], offer),
      refunded,
    }))

/** Handicaps. The line is the home side's, so its sign is opposite to the margin's. */
export const handicapMarkets = (market: MarketRef, counts: Counts, offer: LineOffer): PricedMarket[] =>
  openLines(counts.differences, counts.differenceFrom, offer.grain).map(({ line, chance, refunded }) => ({
    ...pricedPair({ ...market, lineQuarters: line === 0 ? 0 : -line }, ['home', 'away', chance], offer),
    refunded,
  }))

/** Over and under for each side. */
export const teamTotalMarkets = (market: MarketRef, counts: Counts, offer: LineOffer): PricedMarket[] =>
  (['home', 'away'] as const).flatMap((side) => {
    const from = side === 'home' ? counts.homeFrom : counts.awayFrom
    return openLines(counts[side], from, offer.grain)
      .filter(({ line }) => line > from * 4)
      .map(({ line, chance, refunded }) => ({
        ...pricedPair({ ...market, side, lineQuarters: line }, ['over', 'under', chance], offer),
        refunded,
      }))
  })

/** Home, draw and away. */
export const resultMarket = (
  market: MarketRef,
  counts: Counts,
  offer: { readonly marginBps: number; readonly shape: MarginShape },
): PricedMarket => {
  const { home, draw, away } = resultChances(counts)
  return pricedMarket(
    market,
    [
      ['home', home],
      ['draw', draw],
      ['away', away],
    ],
    offer,
  )
}
