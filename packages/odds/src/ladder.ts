import { isPriceMilli, type PriceMilli } from './price.ts'

/** From `from` up to the next row, prices are multiples of `step`. Thousandths. */
export type LadderRow = { readonly from: number; readonly step: number }

/** Steps grow with the price, about 1 % of it, so that a price moves only when the chance has really changed. */
export const HOUSE_LADDER: readonly LadderRow[] = [
  { from: 1010, step: 10 },
  { from: 2000, step: 20 },
  { from: 3000, step: 50 },
  { from: 4000, step: 100 },
  { from: 6000, step: 200 },
  { from: 10_000, step: 500 },
  { from: 20_000, step: 1000 },
  { from: 30_000, step: 2000 },
  { from: 50_000, step: 5000 },
  { from: 100_000, step: 10_000 },
]

/** The top rung: longer prices are shown as this one. */
const TOP_MILLI = 1_000_000

/**
 * The highest rung not above an exact price, so that rounding never costs the house. `undefined` below the lowest
 * rung, 1.01.
 */
export const rungBelow = (
  decimal: number,
  ladder: readonly LadderRow[] = HOUSE_LADDER,
): PriceMilli | undefined => {
  // A price such as 2.1 arrives as 2.0999999…: forgive one part in a billion before rounding down.
  const exact = Math.min(decimal * 1000 * (1 + 1e-9), TOP_MILLI)
  const row = ladder.findLast((one) => one.from <= exact)
  if (!row) return undefined
  const rung = row.from + Math.floor((exact - row.from) / row.step) * row.step
  return isPriceMilli(rung) ? rung : undefined
}
