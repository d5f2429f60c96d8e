/** The football API: strengths from results, goals from prices, prices from a match state. */
export type { PricedMarket, PricedOutcome } from '../priced-market.ts'
export { fitGoals, type MarketView } from './fit-goals.ts'
export { matchGrids, type FootballState, type MatchGrids, type Score } from './match-grids.ts'
export { DEFAULT_MARGINS, type FootballMargins } from './margins.ts'
export {
  countGrid,
  footballCountPrices,
  footballPrices,
  type CountState,
  type PricingOptions,
} from './prices.ts'
export {
  decidedChance,
  handicapShares,
  lineShares,
  oddChance,
  resultChances,
  startChances,
  type Shares,
} from '../counts/shares.ts'
export { bothScoreChance, scoreChance } from './grid-markets.ts'
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
export type { JointGrids } from './builder-spaces.ts'
export {
  builderChance,
  builderPrice,
  isCombinable,
  MAX_BUILDER_LEGS,
  MIN_BUILDER_LEGS,
  type BuilderLeg,
  type BuilderPrice,
  type BuilderRefusal,
  type OfferedSingle,
} from './bet-builder.ts'
