/** What can be bet on: competitions, fixtures, markets and outcomes, and how they are shown. Every other sub-module stands on it. */
export { remember } from './cache.ts'
export { FIXTURE_LOCKS } from './fixture-locks.ts'
export { groupBy } from './group-by.ts'
export {
  closedPeriods,
  endingOf,
  isInPlay,
  type MatchStatus,
  matchStatuses,
  periodCode,
  periodOf,
} from './match-status.ts'
export type { Expected, Offer, Pair } from './offers.ts'
export { selectVersions } from './prices-queries.ts'
export { readPrices } from './read-prices.ts'
export { readFixtures, readList, readSports } from './read-catalogue.ts'
export { resultOf, teamOf } from './wire-fixture.ts'
