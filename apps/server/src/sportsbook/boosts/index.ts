/** Boosts: more for a parlay's winnings, or a higher price for one selection, promised when a bet is placed. */
export {
  asLeg,
  type AskedBoost,
  type BetBoost,
  type BetPromises,
  boostAtBest,
  boostPrice,
  insuranceAt,
  promisesOf,
  type WinningsBoost,
  winningsBoostOf,
} from './rules.ts'
export { type BoostOf, readPriceBoosts } from './read-boosts.ts'
export { giveBoosts } from './give-boosts.ts'
export { endBoosts, selectListed as selectListedBoosts, selectOpenBoosts } from './queries.ts'
export { boostRoutes } from './routes.ts'
