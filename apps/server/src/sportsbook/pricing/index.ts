/** What a fixture is offered at: markets and prices from its state, with the margins of the house. */
export { offerMarkets, priceFixture } from './price-fixture.ts'
