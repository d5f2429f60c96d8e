import { applyMargin, type MarginShape } from './margin/apply-margin.ts'
import { rungBelow } from './ladder.ts'
import type { MarketRef } from './markets/market-type.ts'
import type { PriceMilli } from './price.ts'

/** A selection of a priced market, with its fair win chance without refunds. */
export type PricedOutcome = {
  readonly outcome: string
  readonly chance: number
  /** The offered price with margin; absent where none above 1.00 is left. */
  readonly priceMilli?: PriceMilli
}

export type PricedMarket = {
  readonly market: MarketRef
  readonly outcomes: readonly PricedOutcome[]
  /** The average refunded share of a stake on the market; none by default. */
  readonly refunded?: number
}

/** A market with prices from fair chances. They sum to `chancesSum`: 1, or 2 for double chance. */
export const pricedMarket = (
  market: MarketRef,
  chances: readonly (readonly [outcome: string, chance: number])[],
  offer: { readonly marginBps: number; readonly shape: MarginShape },
  chancesSum = 1,
): PricedMarket => {
  const whole = chances.reduce((sum, [, chance]) => sum + chance, 0)
  const book = applyMargin(
    chances.map(([, chance]) => chance / whole),
    offer.marginBps,
    offer.shape,
  )
  return {
    market,
    outcomes: chances.map(([outcome, chance], place) => {
      const implied = (book[place] ?? 0) * chancesSum
      const price = implied > 0 ? rungBelow(1 / implied) : undefined
      return price === undefined ? { outcome, chance } : { outcome, chance, priceMilli: price }
    }),
  }
}

/** The same for two sides, from the first one's chance. */
export const pricedPair = (
  market: MarketRef,
  sides: readonly [first: string, second: string, firstChance: number],
  offer: { readonly marginBps: number; readonly shape: MarginShape },
): PricedMarket =>
  pricedMarket(
    market,
    [
      [sides[0], sides[2]],
      [sides[1], 1 - sides[2]],
    ],
    offer,
  )
