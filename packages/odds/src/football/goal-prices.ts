import type { Counts } from '../counts/counts.ts'
import { handicapMarkets, resultMarket, teamTotalMarkets, totalMarkets } from '../counts/line-markets.ts'
import { oddChance, resultChances, startChances } from '../counts/shares.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { marketType } from '../markets/table.ts'
import { pricedMarket, pricedPair, type PricedMarket } from '../priced-market.ts'
import { bothScoreChance, exactTotalChances, scoreListChances } from './grid-markets.ts'
import { halfTimeFullTimeChances, highestHalfChances } from './half-markets.ts'
import type { FootballState, MatchGrids } from './match-grids.ts'
import type { FootballMargins } from './margins.ts'
import { gridCounts, type ScoreGrid } from './score-grid.ts'

/** The default markets. */
export const MAIN_MARKETS: readonly string[] = ['football.1x2', 'football.total']

/** Margins, their shape, and the wanted market types. */
export type GoalOffer = {
  readonly margins: FootballMargins
  readonly shape: MarginShape
  readonly wanted: (id: string) => boolean
}

type GoalPeriod = 'full' | 'half1' | 'half2'

/** Outcomes with less chance make no market of their own. */
const MIN_CHANCE = 0.01

/** Every wanted market of the match and its halves. */
export const goalMarkets = (state: FootballState, grids: MatchGrids, offer: GoalOffer): PricedMarket[] => {
  const periods: [GoalPeriod, ScoreGrid | undefined][] = [
    ['full', grids.full],
    ['half1', grids.half1],
    ['half2', grids.half2],
  ]
  const markets = periods.flatMap(([period, grid]) => (grid ? periodMarkets(period, grid, offer) : []))
  return [...markets, ...bothHalves(state, grids, offer)]
}

const periodMarkets = (period: GoalPeriod, grid: ScoreGrid, offer: GoalOffer): PricedMarket[] => {
  const counts = gridCounts(grid)
  const at = (name: string): MarketRef => ({ type: `football.${name}`, period })
  const of = (name: string, markets: () => PricedMarket[]): PricedMarket[] =>
    offer.wanted(`football.${name}`) ? markets() : []
  const lines = { marginBps: offer.margins.totals, shape: offer.shape, grain: 'quarter' } as const
  return [
    ...of('1x2', () => [
      resultMarket(at('1x2'), counts, { marginBps: offer.margins.matchResult, shape: offer.shape }),
    ]),
    ...of('total', () => totalMarkets(at('total'), counts, lines)),
    ...of('asian_handicap', () => handicapMarkets(at('asian_handicap'), counts, lines)),
    ...of('team_total', () => teamTotalMarkets(at('team_total'), counts, lines)),
    ...of('double_chance', () => [doubleChanceMarket(at('double_chance'), counts, offer)]),
    ...of('draw_no_bet', () => drawNoBetMarket(at('draw_no_bet'), counts, offer)),
    ...of('european_handicap', () => startMarkets(at('european_handicap'), counts, offer)),
    ...of('both_score', () => bothScoreMarket(at('both_score'), grid, counts, lines)),
    ...of('odd_even', () => [pricedPair(at('odd_even'), ['odd', 'even', oddChance(counts)], lines)]),
    ...of('exact_goals', () =>
      listMarket(at('exact_goals'), (list) => exactTotalChances(counts, list), offer),
    ),
    ...of(period === 'full' ? 'correct_score' : 'half_correct_score', () =>
      listMarket(
        at(period === 'full' ? 'correct_score' : 'half_correct_score'),
        (list) => scoreListChances(grid, counts, list),
        offer,
      ),
    ),
  ]
}

const doubleChanceMarket = (
  market: MarketRef,
  counts: Counts,
  { margins, shape }: GoalOffer,
): PricedMarket => {
  const { home, draw, away } = resultChances(counts)
  return pricedMarket(
    market,
    [
      ['home_draw', home + draw],
      ['home_away', home + away],
      ['draw_away', draw + away],
    ],
    { marginBps: margins.matchResult, shape },
    2,
  )
}

const drawNoBetMarket = (
  market: MarketRef,
  counts: Counts,
  { margins, shape }: GoalOffer,
): PricedMarket[] => {
  const { home, draw, away } = resultChances(counts)
  const chance = home / (home + away)
  if (!(Math.min(chance, 1 - chance) >= MIN_CHANCE)) return []
  const priced = pricedPair(market, ['home', 'away', chance], { marginBps: margins.totals, shape })
  return [{ ...priced, refunded: draw }]
}

const STARTS = [-3, -2, -1, 1, 2, 3]

const startMarkets = (market: MarketRef, counts: Counts, { margins, shape }: GoalOffer): PricedMarket[] =>
  STARTS.map((goals) => ({ line: goals * 4, ...startChances(counts, goals * 4) }))
    .filter(({ home, draw, away }) => Math.min(home, draw, away) >= MIN_CHANCE)
    .map(({ line, home, draw, away }) =>
      pricedMarket(
        { ...market, lineQuarters: line },
        [
          ['home', home],
          ['draw', draw],
          ['away', away],
        ],
        { marginBps: margins.matchResult, shape },
      ),
    )

const bothScoreMarket = (
  market: MarketRef,
  grid: ScoreGrid,
  counts: Counts,
  lines: { marginBps: number; shape: MarginShape },
): PricedMarket[] => {
  const chance = bothScoreChance(grid, counts)
  return Math.min(chance, 1 - chance) >= MIN_CHANCE ? [pricedPair(market, ['yes', 'no', chance], lines)] : []
}

const listMarket = (
  market: MarketRef,
  chances: (outcomes: readonly string[]) => (readonly [string, number])[],
  { margins, shape }: GoalOffer,
): PricedMarket[] => {
  const outcomes = marketType(market.type)?.outcomes ?? []
  const list = chances(outcomes)
  const open = list.filter(([, chance]) => chance >= MIN_CHANCE / 10).length
  return open < 2 ? [] : [pricedMarket(market, list, { marginBps: margins.scores, shape })]
}

/** Markets over both halves at once. */
const bothHalves = (state: FootballState, grids: MatchGrids, offer: GoalOffer): PricedMarket[] => {
  const scores = { marginBps: offer.margins.scores, shape: offer.shape }
  const markets: PricedMarket[] = []
  if (offer.wanted('football.half_time_full_time') && grids.half1) {
    const market = { type: 'football.half_time_full_time', period: 'full' } as const
    markets.push(pricedMarket(market, halfTimeFullTimeChances(state, grids), scores))
  }
  if (offer.wanted('football.highest_half')) {
    const chances = highestHalfChances(state, grids, gridCounts(grids.full).totals)
    const isOpen = chances.filter(([, chance]) => chance >= MIN_CHANCE).length > 1
    if (isOpen) markets.push(pricedMarket({ type: 'football.highest_half', period: 'full' }, chances, scores))
  }
  return markets
}
