import type { Sql } from '../platform/db/index.ts'
import { selectProducers, type ProducerRow } from './intake/producer-queries.ts'
import { selectFeeds } from '../sportsbook/index.ts'
import { FEEDS } from './table.ts'

/** How a feed is: when it was heard last, and its producers where it has any. */
export type FeedHealth = {
  name: string
  priority: number
  aliveAt: Date | null
  producers: Pick<ProducerRow, 'producer' | 'status' | 'aliveAt' | 'missedSince'>[]
}

/** The house's own feeds come last: they price what nobody else does. */
const OWN_PRIORITY = 9

/** Every feed there is, the first one first in what it prices. */
export async function readFeeds(sql: Sql): Promise<FeedHealth[]> {
  const producers = Map.groupBy(await selectProducers(sql), ({ feed }) => feed)
  const feeds = await selectFeeds(sql)
  return feeds
    .map(({ name, aliveAt }) => ({
      name,
      aliveAt,
      priority: FEEDS.find((feed) => feed.name === name)?.priority ?? OWN_PRIORITY,
      producers: producers.get(name) ?? [],
    }))
    .toSorted((one, other) => one.priority - other.priority || (one.name < other.name ? -1 : 1))
}
