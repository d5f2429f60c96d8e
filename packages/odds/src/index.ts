/** The API of odds: prices, margins, what a market resolves to, and what a bet returns. Football models: ./football. */
export {
  decimalPrice,
  impliedChance,
  isPriceMilli,
  priceFraction,
  priceMilli,
  type PriceMilli,
} from './price.ts'
export {
  americanPrice,
  fractionalPrice,
  priceFromAmerican,
  priceFromFractional,
  priceText,
  type PriceForm,
} from './price-forms.ts'
export { HOUSE_LADDER, rungBelow, type LadderRow } from './ladder.ts'
export {
  removeMargin,
  removeMarginFromOdds,
  type FairChances,
  type MarginMethod,
  type MarginReading,
  type MarginRefusal,
} from './margin/remove-margin.ts'
export { applyMargin, offeredPrices, type MarginShape } from './margin/apply-margin.ts'
export {
  deadHeat,
  HALF_LOST,
  HALF_WON,
  isSameResolution,
  LOST,
  resolution,
  resultCode,
  resultName,
  returnFactor,
  VOID,
  WON,
  type Resolution,
  type ResultCode,
  type ResultName,
} from './resolution.ts'
export { exactSingleReturn, potentialReturn, singleReturn } from './returns/single.ts'
export {
  checkMultiple,
  combinationCount,
  combinationsByLeg,
  combinedFactor,
  exactMultipleReturn,
  MAX_LEGS,
  MAX_LEGS_OF_BET,
  multipleResultCode,
  multipleReturn,
  potentialFactor,
  potentialMultipleReturn,
  type Leg,
  type MultipleBet,
  type MultipleRefusal,
} from './returns/parlay.ts'
export { FULL_COVERS, fullCoverFolds, isFullCover, someOf, type FullCover } from './returns/systems.ts'
export {
  checkEachWay,
  combineEachWay,
  eachWayReturn,
  exactEachWayReturn,
  placePrice,
  type EachWayBet,
  type EachWayLeg,
  type EachWayReturn,
  type PlaceTerms,
} from './returns/each-way.ts'
export {
  cashOutOffer,
  partialCashOut,
  type CashOut,
  type CashOutBet,
  type CashOutLeg,
  type CashOutOffer,
  type CashOutRefusal,
  type PartialCashOut,
  type PartialCashOutOffer,
  type PartialCashOutRefusal,
} from './returns/cash-out.ts'
export {
  chancesFromOdds,
  leastShares,
  type LegShares,
  type PricedBeside,
  refundBounds,
  type RefundBounds,
  sharesOf,
} from './returns/leg-worth.ts'
export {
  boostedPrice,
  type ParlayBoost,
  parlayBoostBps,
  parlayBoostCents,
  winningsBoost,
} from './returns/boost.ts'
export { againstLine, lineQuarters, lineText } from './markets/lines.ts'
export { marketFromFeed, outcomeFromFeed, type FeedSpecifiers } from './markets/feed-market.ts'
export { resolutionFromFeed, type FeedResult } from './markets/feed-result.ts'
export { checkMarket, type MarketRefusal } from './markets/check-market.ts'
export { HOUSE_ENDINGS, type EndingRules, type WinnerEnding } from './markets/endings.ts'
export type { LineKind, MarketRef, MarketType } from './markets/market-type.ts'
export { possibleResolutions } from './markets/possible.ts'
export { resolveMarket, resolveOutcome } from './markets/resolve.ts'
export { SPORTS, type Sport } from './sports.ts'
export {
  countOf,
  type Ending,
  type MatchState,
  type Period,
  type Side,
  type Stat,
  type Count,
  type CountKey,
  type Unresolvable,
} from './markets/state.ts'
export { MARKET_TYPES, marketType } from './markets/table.ts'
export { periodMatchState, periodCounts, type PeriodMatch, type Points } from './states/period-state.ts'
export { fightState, type FightResult } from './states/fight-state.ts'
export { frameMatchState, type FrameMatch } from './states/frame-state.ts'
export { setMatchState, type SetMatch } from './states/set-state.ts'
export type { SetScore, SetSport } from './states/set-score.ts'
export { deductionPercent, priceAfterWithdrawals } from './racing/deductions.ts'
export { resolveOutright, type OutrightResult, type OutrightTerms } from './racing/outright.ts'
export {
  checkRace,
  placeTermsFor,
  resolveFinish,
  resolveRace,
  resolveRunner,
  type Finish,
  type Race,
  type RaceRefusal,
  type RaceResult,
} from './racing/race.ts'
