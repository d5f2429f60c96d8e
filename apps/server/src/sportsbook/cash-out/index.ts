/** Selling open bets back: what the house offers for one, and taking it, whole or in part. */
export { setCashOutRule, watchCashOutRules } from './watch-rules.ts'
export { selectRulesOf } from './rule-queries.ts'
export { openCashOuts } from './cash-out-bet.ts'
