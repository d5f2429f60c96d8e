import type { Config } from '../platform/config.ts'
import { type FeedReading, type SportsbookSettings, selectFeeds } from '../sportsbook/index.ts'
import type { Incoming } from './intake/incoming.ts'
import { readOddsApiIncoming } from './odds-api/read-games.ts'
import type { KeptFeed } from './intake/producers.ts'
import { readUofIncoming } from './uof/read-incoming.ts'
import { listUofProducers, recoverUof } from './uof/producers.ts'
import type { Sql } from '../platform/db/index.ts'
import { selectProducers, type ProducerRow } from './queries.ts'

/** An external feed. How to add one: docs/how-to/add-a-feed.md. */
type FeedAdapter = Omit<KeptFeed, 'list' | 'recover'> & {
  /** Environment variables the feed needs; without them it is off. */
  readonly needs: readonly (keyof Config)[]
  /** Parses one text of the feed, a message or a poll's answer; undefined for a stream with its own reader. */
  readonly read: ((text: string, settings: SportsbookSettings) => FeedReading<Incoming[]>) | undefined
  /** Reads the feed's own list of producers; undefined if it has none. */
  readonly list: ((config: Config) => NonNullable<KeptFeed['list']>) | undefined
  /** Requests recovery from a producer; undefined if the feed has none. */
  readonly recover: ((config: Config) => NonNullable<KeptFeed['recover']>) | undefined
}

const THREE_DAYS_MINUTES = 4320

/** Every external feed, in the order that operators see. No feed goes before another: each prices its own fixtures. */
export const FEEDS: readonly FeedAdapter[] = [
  {
    name: 'uof',
    needs: ['UOF_URL', 'UOF_TOKEN'],
    staleSeconds: undefined,
    recoveryWindowMinutes: THREE_DAYS_MINUTES,
    read: readUofIncoming,
    list: listUofProducers,
    recover: recoverUof,
  },
  {
    name: 'betfair',
    needs: [],
    staleSeconds: 60,
    recoveryWindowMinutes: 0,
    read: undefined,
    list: undefined,
    recover: undefined,
  },
  {
    name: 'odds_api',
    needs: ['ODDS_API_URL', 'ODDS_API_KEY'],
    staleSeconds: 900,
    recoveryWindowMinutes: 0,
    read: readOddsApiIncoming,
    list: undefined,
    recover: undefined,
  },
]

/** The health of a feed: when its last message came, and its producers, if any. */
export type FeedHealth = {
  name: string
  aliveAt: Date | null
  producers: Pick<ProducerRow, 'producer' | 'status' | 'aliveAt' | 'missedSince'>[]
}

/** The place of a feed in the list; the house's own feeds come last. */
function placeOf(name: string): number {
  const place = FEEDS.findIndex((feed) => feed.name === name)
  return place < 0 ? FEEDS.length : place
}

/** Every feed: the external ones as in the table, then the house's own by name. */
export async function readFeeds(sql: Sql): Promise<FeedHealth[]> {
  const producers = Map.groupBy(await selectProducers(sql), ({ feed }) => feed)
  const feeds = await selectFeeds(sql)
  return feeds
    .map(({ name, aliveAt }) => ({
      name,
      aliveAt,
      producers: producers.get(name) ?? [],
    }))
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name) || (one.name < other.name ? -1 : 1))
}
