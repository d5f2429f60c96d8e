/** The door of football prices: strengths from results, goals from prices, and prices from a state of play. */
export { fitGoals, type MarketView } from './fit-goals.ts'
export { matchGrids, type FootballState, type MatchGrids, type Score } from './match-grids.ts'
export {
  DEFAULT_MARGINS,
  footballPrices,
  overChance,
  type FootballMargins,
  type PricedMarket,
  type PricedOutcome,
  type PricingOptions,
} from './prices.ts'
export {
  CARD_PROFILE,
  CORNER_PROFILE,
  FOOTBALL_MEANS,
  GOAL_PROFILE,
  remainingShares,
  type FootballClock,
  type TimeProfile,
} from './profile.ts'
export {
  gridCounts,
  lowScoreFactor,
  scoreGrid,
  type ExpectedGoals,
  type LowScoreFactor,
  type ScoreGrid,
} from './score-grid.ts'
export {
  DEFAULT_FIT,
  expectedGoals,
  fitStrengths,
  type FitSettings,
  type PlayedMatch,
  type TeamStrengths,
} from './team-strength.ts'
