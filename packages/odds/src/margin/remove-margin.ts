import type { PriceMilli } from '../price.ts'
import { crossing } from '../solve.ts'

export type MarginMethod = 'multiplicative' | 'additive' | 'power' | 'odds_ratio' | 'shin'

/** Chances without the margin; `parameter` is the method's own (k, c or z), if any. */
export type FairChances = { readonly chances: readonly number[]; readonly parameter?: number }

/** Why the margin cannot be removed. */
export type MarginRefusal = 'too_few_prices' | 'price_not_above_one' | 'book_below_one' | 'negative_chance'

export type MarginReading =
  | { readonly ok: true; readonly value: FairChances }
  | { readonly ok: false; readonly reason: MarginRefusal }

/**
 * Each outcome's chance without the house margin. Shape: same length and order as the prices; sums to 1 within 1e-9.
 * Refuses: fewer than two prices, odds of 1.000 or less, a book below 1 (power, odds ratio and Shin have no solution),
 * and the additive method where a chance would be negative. Source: docs/maths/margin.md.
 */
export const removeMargin = (prices: readonly PriceMilli[], method: MarginMethod): MarginReading =>
  removeMarginFromOdds(
    prices.map((price) => price / 1000),
    method,
  )

/** The same for published decimal odds with any number of decimals. */
export const removeMarginFromOdds = (odds: readonly number[], method: MarginMethod): MarginReading => {
  if (odds.length < 2) return { ok: false, reason: 'too_few_prices' }
  if (!odds.every((price) => Number.isFinite(price) && price > 1))
    return { ok: false, reason: 'price_not_above_one' }
  const implied = odds.map((price) => 1 / price)
  const book = implied.reduce((sum, chance) => sum + chance, 0)
  if (method === 'multiplicative') return found(implied.map((chance) => chance / book))
  if (method === 'additive') return additive(implied, book)
  if (book < 1) return { ok: false, reason: 'book_below_one' }
  return METHODS[method](implied, book)
}

const found = (chances: readonly number[], parameter?: number): MarginReading => ({
  ok: true,
  value: parameter === undefined ? { chances } : { chances, parameter },
})

const total = (chances: readonly number[]): number => chances.reduce((sum, chance) => sum + chance, 0)

const additive = (implied: readonly number[], book: number): MarginReading => {
  const chances = implied.map((chance) => chance - (book - 1) / implied.length)
  return chances.some((chance) => chance < 0) ? { ok: false, reason: 'negative_chance' } : found(chances)
}

/** Slightly beyond a bound, so that rounding does not exclude the root; above the lower end, 1. */
const beyond = (bound: number): number => Math.max(2, bound * 1.001)

/** Chance = implied^k, k ≥ 1: the margin sits more on long shots. */
const power = (implied: readonly number[]): MarginReading => {
  const raised = (k: number): number[] => implied.map((chance) => chance ** k)
  // n times the likeliest^k is at least the sum, so the sum is below one from ln n ÷ −ln(likeliest) on.
  const max = Math.log(implied.length) / -Math.log(Math.max(...implied))
  const k = crossing((x) => 1 - total(raised(x)), 1, beyond(max))
  return found(raised(k), k)
}

/** implied / (c + implied − c·implied): every outcome's odds are c times too short. */
const oddsRatio = (implied: readonly number[]): MarginReading => {
  const shrunk = (c: number): number[] => implied.map((chance) => chance / (c + chance - c * chance))
  // From here on every chance is at most 1/n.
  const greatest = Math.max(...implied)
  const c = crossing(
    (x) => 1 - total(shrunk(x)),
    1,
    beyond(((implied.length - 1) * greatest) / (1 - greatest)),
  )
  return found(shrunk(c), c)
}

/** Shin (1993): a share z of the money knows the result, and the house protects itself against it. */
const shin = (implied: readonly number[], book: number): MarginReading => {
  const shaded = (z: number): number[] =>
    implied.map((chance) => (Math.sqrt(z * z + (4 * (1 - z) * chance * chance) / book) - z) / (2 * (1 - z)))
  if (book - 1 < 1e-12) return found(implied, 0)
  const z = crossing((x) => 1 - total(shaded(x)), 0, 1 - 1e-9)
  return found(shaded(z), z)
}

const METHODS: Record<
  'power' | 'odds_ratio' | 'shin',
  (implied: readonly number[], book: number) => MarginReading
> = {
  power,
  odds_ratio: oddsRatio,
  shin,
}
