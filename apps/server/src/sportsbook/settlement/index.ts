/** What becomes of bets: markets are resolved as their matches ended, and bets paid. */
export { unsettledCounter } from './alarms.ts'
export { sealedBets } from './queries.ts'
export { settleFixtures } from './settle-fixtures.ts'
export { settleAllDecided } from './settle-all-decided.ts'
