export { PAYOUT_TABLES, readPayouts, type Payout } from './queries.ts'
export { payoutRoutes } from './routes.ts'
export { payoutJob } from './settle-payouts.ts'
