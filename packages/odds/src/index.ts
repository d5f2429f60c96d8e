/** The door of odds: prices, margins, what a market resolves to, and what a bet returns. Football models: ./football. */
export { decimalPrice, impliedChance, isPriceMilli, priceMilli, type PriceMilli } from './price.ts'
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
export { againstLine, lineQuarters, lineText } from './markets/lines.ts'
export { checkMarket, type MarketRefusal } from './markets/check-market.ts'
export type { LineKind, MarketRef, MarketType } from './markets/market-type.ts'
export { resolveMarket, resolveOutcome } from './markets/resolve.ts'
export {
  SPORTS,
  tallyOf,
  type Ending,
  type MatchState,
  type Period,
  type Side,
  type Sport,
  type Stat,
  type Tally,
  type TallyKey,
} from './markets/state.ts'
export { MARKET_TYPES, marketType } from './markets/table.ts'
