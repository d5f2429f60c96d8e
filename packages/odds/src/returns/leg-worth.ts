import type { MarketRef } from '../markets/market-type.ts'
import type { Period } from '../markets/state.ts'
import { marketType } from '../markets/table.ts'
import { removeMarginFromOdds } from '../margin/remove-margin.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import type { Resolution } from '../resolution.ts'

/** Shares of a stake on average: won at the price it was taken at, and given back. The rest is lost. */
export type LegShares = { readonly won: number; readonly refunded: number }

/** How the margin was put on a market: its shape, how many of its outcomes win together, and what its book should come to. */
export type Book = {
  readonly shape: MarginShape
  /** 1; of a double chance 2; of places as many as are paid. */
  readonly winners?: number
  /** What is missing to this stands for outcomes that are not offered; not said where all are. */
  readonly fullBook?: number
}

/**
 * The chance of each outcome without refunds: the margin taken out as it was put on. A book below one has none: then
 * a chance is what the price says, which pays no more than a stake placed at that price.
 * Shape: same length and order as `odds`; sums to `winners`, or less where outcomes are missing.
 * Source: docs/maths/cash-out.md §3.
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

/** A part of a book that rounding to thousandths may leave. */
const SMALLEST = 0.005
const LEAST_ODDS = 1.001

/** What is known of the share of a stake that a market gives back. */
export type RefundBounds = { readonly min: number; readonly max: number }

type LegNow = {
  /** The price it was taken at. */
  readonly price: number
  /** The chance that it is won, refunds left out. */
  readonly chance: number
  /** All that it can still resolve to. */
  readonly possible: readonly Resolution[]
  readonly refunds?: RefundBounds
}

/**
 * What a leg is worth by its price alone, counted low. The price tells how likely it is won where it is not refunded,
 * not how often a part of it is: of every split that fits the price and the endings that are left, the one worth least
 * counts, and no more than the best ending as often as the price has it win.
 * Source: docs/maths/cash-out.md §3.
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
  // Bounds of other markets that contradict this one's price say nothing.
  const { min: from, max: to } = min <= max ? { min, max } : range
  const splits = [from, to].map((refunded) => ({ won: chance * (1 - refunded), refunded }))
  // Where nothing is won whole any more, a price may mean the best that is left and not a win.
  const all = best.won === 1 ? splits : [...splits, atBest]
  return all.reduce((least, one) => (worth(one) < worth(least) ? one : least))
}

const NOTHING: LegShares = { won: 0, refunded: 0 }

/** What a resolution is of a stake, in parts of one. */
export const sharesOf = ({ won, refunded, of }: Resolution): LegShares => ({
  won: won / of,
  refunded: refunded / of,
})

/**
 * The least and the most that is refunded where these endings, in whatever proportion, are won so often: each pair of
 * them that together make the price. Nothing where none do: the price is not that of a market which ends like this.
 */
const refundRange = (ends: readonly LegShares[], chance: number): RefundBounds | undefined => {
  // Above zero where an ending is won more than the price has it, below where it is less.
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

/** A market of the same match with its prices, margin and all. */
export type PricedBeside = {
  readonly market: MarketRef
  readonly outcomes: readonly { readonly outcome: string; readonly odds: number }[]
}

/**
 * What other markets of the match say of the share of a stake that this one gives back: of a whole or quarter line the
 * half lines on either side of the count that refunds, of two-way markets the draw. Chances are bounded by prices with
 * their margin, so that it holds however the margin was put on.
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
  // A match that is played on is level in the end no more often than before it.
  return ref.period === 'all' ? { min: 0, max: resultOf('full').max } : resultOf(ref.period)
}

const impliedOf = ({ outcomes }: PricedBeside): Readonly<Record<string, number>> =>
  Object.fromEntries(outcomes.map(({ outcome, odds }) => [outcome, 1 / odds]))

const lineBounds = (ref: MarketRef, line: number, beside: readonly PricedBeside[]): RefundBounds => {
  const isOverUnder = marketType(ref.type)?.outcomes.includes('over') ?? false
  // A handicap is passed by the home side's margin: the line with its sign turned.
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
