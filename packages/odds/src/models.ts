/** The API of all other sports' models: points, innings, fights and races, and their prices. */
export type { Counts } from './counts/counts.ts'
export { handicapMarkets, resultMarket, teamTotalMarkets, totalMarkets } from './counts/line-markets.ts'
export { pricedMarket, pricedPair, type PricedMarket, type PricedOutcome } from './priced-market.ts'
export {
  fightChances,
  fitFight,
  MEASURED_DISTANCE,
  type FightChances,
  type FightModel,
} from './fights/boxing.ts'
export { boxingPrices } from './fights/boxing-prices.ts'
export {
  baseballEnds,
  baseballPart,
  fitBaseball,
  halfInningRuns,
  type BaseballEnds,
  type BaseballPart,
  type BaseballState,
  type ExpectedRuns,
} from './innings/baseball.ts'
export {
  ballChances,
  CRICKET_BALLS,
  CRICKET_WICKETS,
  cricketChances,
  inningsRuns,
  type CricketChances,
  type CricketState,
  type InningsState,
} from './innings/cricket.ts'
export {
  homePointsChance,
  pointsEnds,
  sternChance,
  type ExpectedPoints,
  type PointsEnds,
  type PointsSport,
  type PointsState,
} from './points/points-model.ts'
export { baseballPrices, pointsPrices, type CountedOffer } from './points/points-prices.ts'
export { fitPlackettLuce, orderChance, placeChances } from './racing/plackett-luce.ts'
export { chancesInPlay, FINAL_METRES, runRace, type RaceProgress } from './racing/in-play.ts'
export { racePrices, type RunnerPrices } from './racing/race-prices.ts'
export { cricketPrices } from './innings/cricket-prices.ts'
