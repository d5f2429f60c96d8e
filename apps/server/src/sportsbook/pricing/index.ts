/** What a fixture is offered at: markets and prices from its state, with the margins of the house. */
export { type BuilderRules, type Offered, priceBuilder } from './price-builder.ts'
export { fairShares } from './fair-shares.ts'
export { marginBpsOf, offerMarkets, priceFixture, type PricedFixture } from './price-fixture.ts'
export { movePrices } from './move-prices.ts'
