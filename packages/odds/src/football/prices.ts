import { offeredPrices, type MarginShape } from '../margin/apply-margin.ts'
import { againstLine } from '../markets/lines.ts'
import type { MarketRef } from '../markets/market-type.ts'
import type { PriceMilli } from '../price.ts'
import { matchGrids, type FootballState } from './match-grids.ts'
import { gridCounts, type GridCounts, type ScoreGrid } from './score-grid.ts'

/** One selection of a priced market. The chance is fair, of winning once a refund is left out. */
export type PricedOutcome = {
  readonly outcome: string
  readonly chance: number
  /** What to offer, margin included; absent where no price above 1.00 is left. */
  readonly priceMilli?: PriceMilli
}

export type PricedMarket = { readonly market: MarketRef; readonly outcomes: readonly PricedOutcome[] }

/** Margins by market, in hundredths of a percent over a book of 1. Defaults from the margins measured in the market. */
export type FootballMargins = { readonly x12: number; readonly totals: number }

export const DEFAULT_MARGINS: FootballMargins = { x12: 600, totals: 450 }

export type PricingOptions = { readonly margins?: FootballMargins; readonly shape?: MarginShape }

type Stretch = 'full' | 'half1' | 'half2'

/** A line is offered while its less likely side still has this chance. */
const LEAST_CHANCE = 0.03
/** Half lines looked at above the present total. */
const LINES = 8

/**
 * Prices of 1X2 and over/under for the match and both halves from one state, all read off one grid.
 * A half that is over has no prices; nor has a line that is all but decided.
 * Asserts: expected goals 0 to 40 a side.
 * Source: docs/maths/football.md §5.
 */
export const footballPrices = (
  state: FootballState,
  options: PricingOptions = {},
): readonly PricedMarket[] => {
  const grids = matchGrids(state)
  const margins = options.margins ?? DEFAULT_MARGINS
  const stretches: [Stretch, ScoreGrid | undefined][] = [
    ['full', grids.full],
    ['half1', grids.half1],
    ['half2', grids.half2],
  ]
  return stretches.flatMap(([period, grid]) => {
    if (!grid) return []
    const counts = gridCounts(grid)
    const offer = { margins, period, ...(options.shape ? { shape: options.shape } : {}) }
    return [resultMarket(counts, grid, offer), ...totalMarkets(counts, grid, offer)]
  })
}

type Offer = { readonly margins: FootballMargins; readonly period: Stretch; readonly shape?: MarginShape }

const priced = (
  market: MarketRef,
  chances: readonly (readonly [string, number])[],
  offer: { marginBps: number; shape?: MarginShape },
): PricedMarket => {
  const prices = offeredPrices(
    chances.map(([, chance]) => chance),
    offer.marginBps,
    offer.shape ? { shape: offer.shape } : {},
  )
  return {
    market,
    outcomes: chances.map(([outcome, chance], place) => {
      const price = prices[place]
      return price === undefined ? { outcome, chance } : { outcome, chance, priceMilli: price }
    }),
  }
}

const shapeOf = (offer: Offer): { shape?: MarginShape } => (offer.shape ? { shape: offer.shape } : {})

const resultMarket = (counts: GridCounts, grid: ScoreGrid, offer: Offer): PricedMarket => {
  let home = 0
  let away = 0
  const reach = grid.size + Math.abs(grid.homeFrom - grid.awayFrom)
  for (let margin = 1; margin <= reach; margin += 1) {
    home += counts.difference(margin)
    away += counts.difference(-margin)
  }
  const draw = Math.max(0, 1 - home - away)
  return priced(
    { type: 'football.1x2', period: offer.period },
    [
      ['home', home],
      ['draw', draw],
      ['away', away],
    ],
    { marginBps: offer.margins.x12, ...shapeOf(offer) },
  )
}

/** Chance of over, leaving out what is refunded: shares won ÷ (shares won + shares lost), quarter lines included. */
export const overChance = (counts: GridCounts, lineQuarters: number): number => {
  let won = 0
  let lost = 0
  for (let total = 0; total <= counts.most; total += 1) {
    const share = againstLine(total * 4 - lineQuarters)
    const chance = counts.total(total)
    won += (chance * share.won) / share.of
    lost += (chance * (share.of - share.won - share.refunded)) / share.of
  }
  return won + lost === 0 ? 0 : won / (won + lost)
}

const totalMarkets = (counts: GridCounts, grid: ScoreGrid, offer: Offer): PricedMarket[] => {
  const start = grid.homeFrom + grid.awayFrom
  const halves = Array.from({ length: LINES }, (_, place) => (start + place) * 4 + 2)
  const nearest = halves.toSorted((a, b) => evenness(counts, a) - evenness(counts, b))[0] ?? 2
  const around = [nearest - 3, nearest - 2, nearest - 1, nearest + 1, nearest + 2, nearest + 3]
  return [...halves, ...around.filter((line) => line > start * 4)]
    .toSorted((a, b) => a - b)
    .map((line) => ({ line, over: overChance(counts, line) }))
    .filter(({ over }) => Math.min(over, 1 - over) >= LEAST_CHANCE)
    .map(({ line, over }) =>
      priced(
        { type: 'football.total', period: offer.period, lineQuarters: line },
        [
          ['over', over],
          ['under', 1 - over],
        ],
        { marginBps: offer.margins.totals, ...shapeOf(offer) },
      ),
    )
}

const evenness = (counts: GridCounts, line: number): number => Math.abs(overChance(counts, line) - 0.5)
