/** Selling open bets back: what the house offers for one, and taking it, whole or in part. */
export { openCashOuts, type ShownOffer, type TakeOffer } from './cash-out-bet.ts'
export type { CashedOut, CashOutRefusal } from './cash-out-bets.ts'
