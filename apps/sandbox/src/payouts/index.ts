export { BALANCE_TABLES, balanceCalls, balanceRoutes } from './balance.ts'
export { PAYOUT_TABLES, readPayouts, type Payout } from './queries.ts'
export { payoutRoutes } from './routes.ts'
export { payoutJob } from './settle-payouts.ts'
