import { fraction, type Fraction } from '@palpite/money/fraction'

declare const unit: unique symbol

/** Decimal odds in whole thousandths, stake included: 1.85 → 1850. Always above 1000. */
export type PriceMilli = number & { readonly [unit]: 'PriceMilli' }

/** A price above a million to one is a typing error, and would exceed safe integers in returns. */
const GREATEST_PRICE_MILLI = 1_000_000_000

/** Whether this is a price: whole thousandths, above 1.000, at most 1,000,000.000. */
export const isPriceMilli = (value: number): value is PriceMilli =>
  Number.isSafeInteger(value) && value > 1000 && value <= GREATEST_PRICE_MILLI

/** The number as a price. Asserts: whole thousandths above 1000; odds of 1.000 or less are no bet. */
export const priceMilli = (value: number): PriceMilli => {
  if (!isPriceMilli(value))
    throw new Error(`odds must be whole thousandths above 1.000, got ${value} thousandths`)
  return value
}

/** The price as text: 1850 → "1.85"; a third decimal only if not zero. */
export const decimalPrice = (price: PriceMilli): string => (price / 1000).toFixed(price % 10 === 0 ? 2 : 3)

/** The price as an exact number. */
export const priceFraction = (price: PriceMilli): Fraction => fraction(price, 1000)

/** The break-even chance of this price, in 0..1. */
export const impliedChance = (price: PriceMilli): number => 1000 / price
