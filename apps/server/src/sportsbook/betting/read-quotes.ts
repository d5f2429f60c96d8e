import { assert, present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { lockLiabilities, selectLiabilities, type SumRow } from '../risk/index.ts'
import type { Markets } from './known-markets.ts'
import { type HeldFixture, holdFixtures, type PriceRow, selectHeardFeeds, selectPrices } from './queries.ts'

/** An outcome as its next bet meets it: price, market, match, and what its open bets come to. */
export type Quote = PriceRow &
  HeldFixture & {
    isBeforeStart: boolean
    isFeedHeard: boolean
    /** What the open bets on the outcome would return, and what is staked on its whole market. */
    outcomeReturnCents: number
    marketStakeCents: number
  }

type Reading = { markets: Markets; feedSilenceSeconds: number; locksLiabilities: boolean }

/**
 * Holds the fixtures of these markets and answers the quotes of their outcomes: held, so prices and the state of markets
 * stay. Sums are locked where asked.
 */
export async function readQuotes(
  tx: Tx,
  { markets: { outcomeIds, marketIds, fixtureIds }, feedSilenceSeconds, locksLiabilities }: Reading,
): Promise<ReadonlyMap<number, Quote>> {
  // One trip, in this order: what is read after the fixtures are held is as those who held them before have left it.
  const [fixtures, prices, feeds, , sums] = await Promise.all([
    holdFixtures(tx, fixtureIds),
    selectPrices(tx, outcomeIds),
    selectHeardFeeds(tx, feedSilenceSeconds),
    locksLiabilities ? lockLiabilities(tx, outcomeIds) : undefined,
    selectLiabilities(tx, marketIds),
  ])
  const held = new Map(fixtures.map((fixture) => [fixture.fixtureId, fixture]))
  const summed = new Set(marketIds)
  const heard = new Set(feeds.map(({ name }) => name))
  const open = openStakes(sums)
  const quotes = prices.map((price): Quote => {
    const fixture = present(held.get(price.fixtureId), 'the held fixture of a price')
    assert(summed.has(price.marketId), 'the sums of the market of a price were read')
    return {
      ...price,
      ...fixture,
      isBeforeStart: fixture.startsAt > price.at,
      isFeedHeard: heard.has(fixture.feed),
      outcomeReturnCents: open.returns.get(price.outcomeId) ?? 0,
      marketStakeCents: open.stakes.get(price.marketId) ?? 0,
    }
  })
  return new Map(quotes.map((quote) => [quote.outcomeId, quote]))
}

/** What outcomes would return, and what is staked on their markets. */
function openStakes(sums: readonly SumRow[]) {
  const stakes = new Map<number, number>()
  for (const { marketId, stakeCents } of sums) stakes.set(marketId, (stakes.get(marketId) ?? 0) + stakeCents)
  return { stakes, returns: new Map(sums.map(({ outcomeId, returnCents }) => [outcomeId, returnCents])) }
}
