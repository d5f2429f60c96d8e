/** What a match is offered at: markets and prices from its state, with the margins of the house. */
export { priceMatch } from './price-match.ts'
