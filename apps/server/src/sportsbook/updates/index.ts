/** How the catalogue changes: what feeds, simulator, files and traders say of fixtures, prices and results, as lists of messages. */
export { applyFeedMessages, takeAll } from './apply-feed-messages.ts'
export { selectChanges } from './change-queries.ts'
export {
  attemptReading,
  closes,
  type FeedReading,
  type FeedRefusal,
  type FeedRefusalReason,
  readAs,
  refuse,
  stopReading,
} from './feed-refusal.ts'
export { clearMoments } from './keep-moments.ts'
export type {
  FeedMessage,
  FeedName,
  FixtureMessage,
  MarketNow,
  PlayMessage,
  Scope,
  SettledMarket,
} from './messages.ts'
export { movePricesByLiability } from './move-prices-by-liability.ts'
export { claimPriceMoveRun, updateKept as keepPrices } from './moves-queries.ts'
export { readWaitingNames, reviewFeedName } from './names/review-names.ts'
export { selectClock, selectFeeds, touchFeed } from './queries.ts'
export { resolveBuilders, selectWithBuilders, unsettle } from './results-queries.ts'
export { readTraded, readTradedFixture, readTradedSports, suspendMarkets } from './suspend-markets.ts'
export { withOdds } from './with-odds.ts'
export { selectOpenKeys, selectStood } from './told-queries.ts'
export { selectPlayed, updateLevel, upsertStrengths } from './imported-queries.ts'
export * as simulated from './simulated-queries.ts'
