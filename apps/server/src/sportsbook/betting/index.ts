/** Bets: placed through lists, and shown to their owners. */
export { openBetting } from './place-bet.ts'
export type { BettingNeeds, PlaceBet, PlaceBetRefusal } from './place-bets.ts'
export { readBet, readBets } from './read-bets.ts'
export type { WireBet } from './wire-bet.ts'
