import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { marketKey } from '../sports/index.ts'
import type { FeedMessage, MarketsMessage } from './messages.ts'
import * as queries from './queries.ts'

import { movedOffers, type Offered, unmovedOffers } from './moved-offers.ts'
import { type Changes, compare, noChanges, offeredMarkets, writeChanges } from './take-odds.ts'

/**
 * Opens, prices and suspends the markets that a list names, and leaves all others alone. Answers the fixtures, and that
 * those with an open market are stopped no longer.
 */
export async function takeMarkets(
  tx: Tx,
  known: queries.Known,
  messages: readonly FeedMessage[],
): Promise<[id: number, isStopped: boolean | null][]> {
  const named = messages
    .filter((message) => message.kind === 'markets')
    .map((message) => ({ message, id: present(known.get(message.key), 'a fixture').id }))
  if (named.length === 0) return []
  const offered = offeredMarkets(
    await queries.selectOffered(
      tx,
      named.map(({ id }) => id),
    ),
  )
  const changes = noChanges()
  for (const { message, id } of named) compareMarkets(id, message, offered.get(id) ?? new Map(), changes)
  await writeChanges(tx, changes)
  return named.map(({ message, id }) => [
    id,
    message.markets.some(({ status }) => status === 'open') ? false : null,
  ])
}

function compareMarkets(
  fixtureId: number,
  { markets }: MarketsMessage,
  offered: ReadonlyMap<string, Offered>,
  changes: Changes,
): void {
  const open = markets.filter(({ status }) => status === 'open')
  const isNamed = new Set(markets.map(({ market }) => marketKey(market)))
  const suspended = markets.flatMap(({ market, status }) =>
    status === 'suspended' ? (offered.get(marketKey(market)) ?? []) : [],
  )
  for (const { id, status } of suspended)
    if (status === 'open') changes.statuses.push({ id, status: 'suspended' })
  const offers = open.map(({ market, outcomes }) => ({ ...market, outcomes: [...outcomes] }))
  // Where what was bet has moved prices, those of other lines may have to make way.
  const others = unmovedOffers(offered).filter((offer) => !isNamed.has(marketKey(offer)))
  for (const offer of movedOffers([...offers, ...others], offered)) {
    const before = offered.get(marketKey(offer))
    if (before) compare(before, offer, changes)
    else changes.markets.push({ fixtureId, offer })
  }
}
