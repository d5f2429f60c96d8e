/** Selling open bets back: what the house offers for one, and taking it, whole or in part. */
export { openCashOuts } from './cash-out-bet.ts'
