import { rungBelow, type LadderRow } from '../ladder.ts'
import type { PriceMilli } from '../price.ts'
import { crossing } from '../solve.ts'

export type MarginShape = 'power' | 'shin'

/** A house margin above this is a typing error. */
const GREATEST_MARGIN_BPS = 10_000

/**
 * The book (implied chances that sum to 1 + margin) for fair chances: long shots carry more of the margin. Shape: same
 * length and order as `chances`; an implied chance may reach 1, without a price. A margin beyond the shape's maximum
 * gives the maximum: with Shin (Σ √p)², with power one per possible outcome. Units: margin in hundredths of a percent
 * over 1 (600 → the book sums to 1.06), chances in 0..1. Asserts: two chances or more, none negative, sum 1 within
 * 1e-6; margin 0 to 10,000. Source: docs/maths/margin.md.
 */
export const applyMargin = (
  chances: readonly number[],
  marginBps: number,
  shape: MarginShape = 'power',
): readonly number[] => {
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  if (chances.length < 2) throw new Error('a market needs two chances or more')
  if (chances.some((chance) => !(chance >= 0)) || Math.abs(total - 1) > 1e-6) {
    throw new Error(`chances must be zero or more and sum to 1, got ${total}`)
  }
  if (!(marginBps >= 0 && marginBps <= GREATEST_MARGIN_BPS))
    throw new Error(`margin out of range: ${marginBps} bps`)
  const book = 1 + marginBps / 10_000
  // Impossible outcomes take no margin; with a single possible one there is nothing to price.
  const possible = chances.filter((chance) => chance > 0).length
  if (marginBps === 0 || possible < 2) return chances
  return shape === 'power' ? powerBook(chances, Math.min(book, possible)) : shinBook(chances, book)
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/**
 * Newton's method on Σ p^k = book, from k = 1: the sum is convex in k, so after the first step it comes from one side.
 * A full set of prices solves this a hundred times; bisection took most of its time.
 */
const powerBook = (chances: readonly number[], book: number): number[] => {
  const logs = chances.map((chance) => Math.log(chance))
  let k = 1
  for (let step = 0; step < 50; step += 1) {
    let excess = -book
    let slope = 0
    for (const log of logs) {
      if (log === Number.NEGATIVE_INFINITY) continue
      const raised = Math.exp(k * log)
      excess += raised
      slope += raised * log
    }
    const next = k - excess / slope
    // A margin as large as the number of outcomes leads to k ≤ 0: only bisection is safe there.
    if (!(next > 0)) return powerBookByHalves(chances, book)
    if (Math.abs(next - k) < 1e-14) break
    k = next
  }
  return chances.map((chance) => (chance > 0 ? chance ** k : 0))
}

const powerBookByHalves = (chances: readonly number[], book: number): number[] => {
  const raised = (k: number): number[] => chances.map((chance) => (chance > 0 ? chance ** k : 0))
  return raised(crossing((k) => sum(raised(k)) - book, 0, 1))
}

/**
 * Shin's own direction: π = √(p·(z + (1 − z)·p)) · √book, where √book is Σ √(p·(z + (1 − z)·p)).
 * Removing the margin by Shin from this book gives the chances back.
 */
const shinBook = (chances: readonly number[], book: number): number[] => {
  const roots = (z: number): number[] => chances.map((chance) => Math.sqrt(chance * (z + (1 - z) * chance)))
  const max = sum(roots(1)) ** 2
  const z = book >= max ? 1 : crossing((x) => sum(roots(x)) ** 2 - book, 0, 1)
  const found = roots(z)
  const whole = sum(found)
  return found.map((root) => root * whole)
}

/**
 * Offered prices for fair chances: margin applied, rounded down to the ladder. Shape: same order as `chances`;
 * `undefined` where no price above 1.00 is possible.
 */
export const offeredPrices = (
  chances: readonly number[],
  marginBps: number,
  options: { readonly shape?: MarginShape; readonly ladder?: readonly LadderRow[] } = {},
): readonly (PriceMilli | undefined)[] =>
  applyMargin(chances, marginBps, options.shape).map((implied) =>
    implied > 0 ? rungBelow(1 / implied, options.ladder) : undefined,
  )
