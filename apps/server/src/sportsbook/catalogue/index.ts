/** What can be bet on: competitions, fixtures, markets and outcomes, and how they are shown. Every other sub-module but the sports stands on it. */
export { findFixtures, readIndex, readLive } from './find-fixtures.ts'
export { FIXTURE_LOCKS } from './fixture-locks.ts'
export {
  deleteFavourite,
  deleteOldFavourites,
  insertFavourite,
  selectFavouriteFixtures,
  selectFavouriteTeams,
  selectMoments,
} from './follow-queries.ts'
export { selectVersions } from './prices-queries.ts'
export { readPrices } from './read-prices.ts'
export { readFixtures, readList, readSports } from './read-catalogue.ts'
export { selectTable, type TableRow } from './standings-queries.ts'
export { readForm, readStandings } from './read-standings.ts'
export { resultOf } from './wire-fixture.ts'
export { type StandingRow, toWireStanding } from './wire-standing.ts'
