/** Selling open bets back: what the house offers for one, and taking it, whole or in part. */
export { setCashOutRule, watchCashOutRules } from './watch-rules.ts'
export { openCashOuts } from './cash-out-bet.ts'
export { cashOutRoutes } from './routes.ts'
