/** Bets: placed through lists, and shown to their owners. */
export type { PlaceBet, PlaceBetRefusal } from './bet-request.ts'
export { openBetting } from './place-bet.ts'
export { readBet, readBets } from './read-bets.ts'
export type { WireBet } from './wire-bet.ts'
