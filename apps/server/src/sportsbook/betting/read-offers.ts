import { assert, present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { lockLiabilities, selectLiabilities, type SumRow } from '../liability/queries.ts'
import type { KnownPlaces } from './known-places.ts'
import { type FixtureRow, holdFixtures, type PriceRow, selectPlaces, selectPrices } from './queries.ts'

/** An outcome as its next bet meets it: price, market, match, and what its open bets come to. */
export type Offer = PriceRow &
  FixtureRow & {
    isBeforeStart: boolean
    isFeedHeard: boolean
    /** What the open bets on the outcome would return, and what is staked on its whole market. */
    outcomeReturnCents: number
    marketStakeCents: number
  }

export type OfferReading = { places: KnownPlaces; feedSilenceSeconds: number; locksLiabilities: boolean }

/**
 * Holds the fixtures of these outcomes and answers the offers by outcome: held, so prices and the state of markets stay. An
 * outcome that does not exist has none. Sums are locked where asked.
 *
 * Where outcomes belong never changes, so it is read in a trip of its own only for those that this server has never met.
 */
export async function readOffers(
  tx: Tx,
  outcomeIds: readonly number[],
  { places, feedSilenceSeconds, locksLiabilities }: OfferReading,
): Promise<ReadonlyMap<number, Offer>> {
  const known = places.find(outcomeIds) ?? places.learn(await selectPlaces(tx, outcomeIds))
  // One trip, in this order: the prices are read after the fixtures are held, the sums after they are locked.
  const [fixtures, prices, , sums] = await Promise.all([
    holdFixtures(tx, known.fixtureIds),
    selectPrices(tx, outcomeIds),
    locksLiabilities ? lockLiabilities(tx, outcomeIds) : undefined,
    selectLiabilities(tx, known.marketIds),
  ])
  const held = new Map(fixtures.map((fixture) => [fixture.fixtureId, fixture]))
  const markets = new Set(known.marketIds)
  const open = openStakes(sums)
  const offers = prices.map((price): Offer => {
    const fixture = present(held.get(price.fixtureId), 'the held fixture of a price')
    assert(markets.has(price.marketId), 'the sums of the market of a price were read')
    return {
      ...price,
      ...fixture,
      isBeforeStart: fixture.startsAt > price.at,
      isFeedHeard: isHeard(fixture, price.at, feedSilenceSeconds),
      outcomeReturnCents: open.returns.get(price.outcomeId) ?? 0,
      marketStakeCents: open.stakes.get(price.marketId) ?? 0,
    }
  })
  return new Map(offers.map((offer) => [offer.outcomeId, offer]))
}

const isHeard = ({ feedAliveAt }: FixtureRow, at: Date, silenceSeconds: number): boolean =>
  feedAliveAt !== null && at.getTime() - feedAliveAt.getTime() < silenceSeconds * 1000

/** What outcomes would return, and what is staked on their markets. */
function openStakes(sums: readonly SumRow[]) {
  const stakes = new Map<number, number>()
  for (const { marketId, stakeCents } of sums) stakes.set(marketId, (stakes.get(marketId) ?? 0) + stakeCents)
  return { stakes, returns: new Map(sums.map(({ outcomeId, returnCents }) => [outcomeId, returnCents])) }
}
