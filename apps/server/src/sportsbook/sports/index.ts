/** Each sport in one place: its score, its models, its markets, and how they are settled. Everything else stands on it. */
export type { Depth, EachWay, FairMarket, Runner, SportAdapter, Standing } from './adapter.ts'
export { endingOf, isInPlay, type MatchStatus, matchStatuses, periodCode } from './match-status.ts'
export {
  BUILDER,
  type Clock,
  type MarketKey,
  marketKey,
  type Offer,
  type Pair,
  refOf,
  type Selection,
} from './offers.ts'
export { type Outcome, outcomeOf } from './outcome.ts'
export { adapterName, mainMarketsOfAll, offeredSports, sportOf } from './table.ts'
