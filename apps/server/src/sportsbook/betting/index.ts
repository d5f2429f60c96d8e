/** Bets: placed through lists, and shown to their owners. */
export type { PlaceBet, PlaceBetRefusal } from './bet-request.ts'
export { openBetting } from './place-bet.ts'
export { betDelay, isOpen } from './quote-rules.ts'
export { holdFixtures } from './queries.ts'
export { readBet, readBets } from './read-bets.ts'
export { type Quote, type Quotes, readQuotes } from './read-quotes.ts'
export { ticketOf } from './ticket-rules.ts'
export type { WireBet } from './wire-bet.ts'
