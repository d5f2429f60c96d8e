import type { MarginShape } from '../margin/apply-margin.ts'
import type { PricedMarket } from '../priced-market.ts'
import { countMarkets } from './count-prices.ts'
import { goalMarkets, MAIN_MARKETS } from './goal-prices.ts'
import { DEFAULT_MARGINS, type FootballMargins } from './margins.ts'
import { matchGrids, type FootballState, type Score } from './match-grids.ts'
import { CARD_PROFILE, CORNER_PROFILE, remainingShares } from './profile.ts'
import { scoreGrid, type ScoreGrid } from './score-grid.ts'

export type PricingOptions = {
  readonly margins?: FootballMargins
  readonly shape?: MarginShape
  /** The market types to price; by default 1X2 and over/under, `all` for every one the state decides. */
  readonly markets?: readonly string[] | 'all'
}

/**
 * Prices of a football match and its halves from one state and one grid, so that no two markets contradict each other.
 * Finished halves and decided lines have no prices. Asserts: expected goals 0 to 40 a side. Source:
 * docs/maths/football.md §5.
 */
export const footballPrices = (
  state: FootballState,
  options: PricingOptions = {},
): readonly PricedMarket[] => {
  const { markets = MAIN_MARKETS, margins = DEFAULT_MARGINS, shape = 'power' } = options
  const wanted = (id: string): boolean => markets === 'all' || markets.includes(id)
  return goalMarkets(state, matchGrids(state), { margins, shape, wanted })
}

/** The inputs of corner or card prices: each side's expected count in a whole match, and current count. */
export type CountState = Pick<FootballState, 'clock'> & {
  readonly stat: 'corners' | 'cards'
  readonly expected: Score
  readonly counted: Score
}

/**
 * Prices of corners or cards: results, handicaps, totals, team totals, odd or even. Independent counts with their own
 * time profile.
 */
export const footballCountPrices = (
  state: CountState,
  options: PricingOptions = {},
): readonly PricedMarket[] => {
  const { margins = DEFAULT_MARGINS, shape = 'power' } = options
  return countMarkets(countGrid(state), { margins, shape, stat: state.stat })
}

/** The chance of each final count of corners or cards. */
export const countGrid = (state: CountState): ScoreGrid => {
  const shares = remainingShares(state.clock, state.stat === 'corners' ? CORNER_PROFILE : CARD_PROFILE)
  const left = shares.half1 + shares.half2
  const grid = scoreGrid({ home: state.expected.home * left, away: state.expected.away * left, rho: 0 })
  return { ...grid, homeFrom: state.counted.home, awayFrom: state.counted.away }
}
