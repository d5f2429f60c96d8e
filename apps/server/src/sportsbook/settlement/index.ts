/** What becomes of bets: markets are resolved as their matches ended, and bets paid. */
export { payEarly } from './pay-early.ts'
export { unsettledCounter } from './alarms.ts'
export { sealedBets } from './queries.ts'
export { selectStanding, type StandingBet, type UnsettledLeg as StandingLeg } from './standing-queries.ts'
export { priceLeft, resolutionOf } from './rules.ts'
export { settleFixtures } from './settle-fixtures.ts'
export { settleAllDecided } from './settle-all-decided.ts'
