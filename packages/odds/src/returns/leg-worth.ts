import type { MarketRef } from '../markets/market-type.ts'
import type { Period } from '../markets/state.ts'
import { marketType } from '../markets/table.ts'
import { removeMarginFromOdds } from '../margin/remove-margin.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import type { Resolution } from '../resolution.ts'

/** A stake's average shares: won at the taken price, and refunded. The rest is lost. */
export type LegShares = { readonly won: number; readonly refunded: number }

/** How a market's margin was applied: its shape, how many outcomes win together, and the book's sum. */
export type Book = {
  readonly shape: MarginShape
  /** 1; 2 for a double chance; the number of paid places. */
  readonly winners?: number
  /** What is missing to this sum belongs to unoffered outcomes; absent if all are offered. */
  readonly fullBook?: number
}

/**
 * Each outcome's chance without refunds, with the margin removed as it was applied. A book below one has no margin:
 * its prices are used as they are, which pays no more than a stake at that price. Shape: same length and order as
 * `odds`; sums to `winners`, or less with missing outcomes. Source: docs/maths/cash-out.md §3.
 */
export const chancesFromOdds = (
  odds: readonly number[],
  { shape, winners = 1, fullBook = 0 }: Book,
): readonly number[] => {
  const scaled = odds.map((price) => price * winners)
  const missing = fullBook - scaled.reduce((sum, price) => sum + 1 / price, 0)
  const all = missing > SMALLEST ? [...scaled, Math.max(1 / missing, LEAST_ODDS)] : scaled
  const read = removeMarginFromOdds(all, shape)
  return odds.map((price, at) => {
    const chance = read.ok ? (read.value.chances[at] ?? 0) * winners : 1 / price
    return Math.min(1, chance, 1 / price)
  })
}

/** The part of a book that rounding to thousandths may leave. */
const SMALLEST = 0.005
const LEAST_ODDS = 1.001

/** What is known of a market's refunded share. */
export type RefundBounds = { readonly min: number; readonly max: number }

type LegNow = {
  /** The taken price. */
  readonly price: number
  /** The win chance without refunds. */
  readonly chance: number
  /** All its remaining resolutions. */
  readonly possible: readonly Resolution[]
  readonly refunds?: RefundBounds
}

/**
 * A leg's value by its price alone, conservatively. The price gives the win chance without refunds, not the refund
 * frequency: of every split that fits the price and the remaining endings, the least valuable counts, and no more than
 * the best ending at the price's win chance. Source: docs/maths/cash-out.md §3.
 */
export const leastShares = ({ price, chance, possible, refunds }: LegNow): LegShares => {
  const ends = possible.map(sharesOf)
  const worth = ({ won, refunded }: LegShares) => won * price + refunded
  const [first = NOTHING] = ends
  if (ends.length < 2) return first
  const best = ends.reduce((most, one) => (worth(one) > worth(most) ? one : most), first)
  const atBest = { won: chance * best.won, refunded: chance * best.refunded }
  const range = refundRange(ends, chance)
  if (!range) return atBest
  const [min, max] = [Math.max(range.min, refunds?.min ?? 0), Math.min(range.max, refunds?.max ?? 1)]
  // Other markets' bounds that contradict this price are ignored.
  const { min: from, max: to } = min <= max ? { min, max } : range
  const splits = [from, to].map((refunded) => ({ won: chance * (1 - refunded), refunded }))
  // If nothing can be won whole any more, a price may mean the best remaining ending.
  const all = best.won === 1 ? splits : [...splits, atBest]
  return all.reduce((least, one) => (worth(one) < worth(least) ? one : least))
}

const NOTHING: LegShares = { won: 0, refunded: 0 }

/** A resolution as fractions of a stake. */
export const sharesOf = ({ won, refunded, of }: Resolution): LegShares => ({
  won: won / of,
  refunded: refunded / of,
})

/**
 * The bounds of the refunded share if these endings, in any proportion, fit the price: each pair of endings that does.
 * Undefined if none fit.
 */
const refundRange = (ends: readonly LegShares[], chance: number): RefundBounds | undefined => {
  // Positive if an ending wins more than the price says, negative if less.
  const excess = ({ won, refunded }: LegShares) => won - chance * (1 - refunded)
  const refunds = ends.flatMap((one) =>
    ends.flatMap((other) => {
      const [above, below] = [excess(one), excess(other)]
      if (above < 0 || below > 0) return []
      const part = above === below ? 1 : -below / (above - below)
      return [one.refunded * part + other.refunded * (1 - part)]
    }),
  )
  return refunds.length === 0 ? undefined : { min: Math.min(...refunds), max: Math.max(...refunds) }
}

/** A market of the same match with its prices including margin. */
export type PricedBeside = {
  readonly market: MarketRef
  readonly outcomes: readonly { readonly outcome: string; readonly odds: number }[]
}

/**
 * Bounds on this market's refunded share from the match's other markets: for a whole or quarter line the half lines
 * around the refunding count, for two-way markets the draw. Prices with margin bound the chances, whatever the
 * margin's shape.
 */
export const refundBounds = (ref: MarketRef, beside: readonly PricedBeside[]): RefundBounds => {
  const line = ref.lineQuarters
  if (line !== undefined) return lineBounds(ref, line, beside)
  const sport = marketType(ref.type)?.sport
  const resultOf = (period: Period) => {
    const found = beside.find(({ market }) => market.type === `${sport}.1x2` && market.period === period)
    const { home = 1, draw = 1, away = 1 } = found ? impliedOf(found) : {}
    return { min: Math.max(0, 1 - home - away), max: draw }
  }
  // Overtime makes a level end no more likely.
  return ref.period === 'all' ? { min: 0, max: resultOf('full').max } : resultOf(ref.period)
}

const impliedOf = ({ outcomes }: PricedBeside): Readonly<Record<string, number>> =>
  Object.fromEntries(outcomes.map(({ outcome, odds }) => [outcome, 1 / odds]))

const lineBounds = (ref: MarketRef, line: number, beside: readonly PricedBeside[]): RefundBounds => {
  const isOverUnder = marketType(ref.type)?.outcomes.includes('over') ?? false
  // A handicap is exceeded by the home margin: the line with its sign reversed.
  const threshold = isOverUnder ? line : -line
  const [above, below] = isOverUnder ? ['over', 'under'] : ['home', 'away']
  const refunding = 4 * Math.round(threshold / 4)
  const share = 1 - Math.abs(threshold - refunding) / 2
  const at = (quarters: number) => {
    const wanted = isOverUnder ? quarters : -quarters
    const found = beside.find(
      ({ market }) =>
        market.type === ref.type &&
        market.period === ref.period &&
        market.side === ref.side &&
        market.lineQuarters === wanted,
    )
    const implied = found ? impliedOf(found) : {}
    return { above: implied[above ?? ''] ?? 1, below: implied[below ?? ''] ?? 1 }
  }
  const [lower, upper] = [at(refunding - 2), at(refunding + 2)]
  return {
    min: share * Math.max(0, 1 - lower.below - upper.above),
    max: share * Math.max(0, Math.min(1, lower.above, upper.below, lower.above + upper.below - 1)),
  }
}
