import { applyMargin, type MarginShape } from './margin/apply-margin.ts'
import { rungBelow } from './ladder.ts'
import type { MarketRef } from './markets/market-type.ts'
import type { PriceMilli } from './price.ts'

/** One selection of a priced market. The chance is fair, of winning once a refund is left out. */
export type PricedOutcome = {
  readonly outcome: string
  readonly chance: number
  /** What to offer, margin included; absent where no price above 1.00 is left. */
  readonly priceMilli?: PriceMilli
}

export type PricedMarket = {
  readonly market: MarketRef
  readonly outcomes: readonly PricedOutcome[]
  /** What share of a stake on any outcome the market gives back on average; none if not said. */
  readonly refunded?: number
}

/** A market with prices, from the fair chances of its outcomes. They sum to `chancesSum`: 1, or 2 for double chance. */
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

/** The same for two sides, from the chance of the first. */
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
