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
  /**
   * The feed's place in the list that operators see. It decides nothing: each feed prices its own fixtures.
   */
  readonly priority: number
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

/** Every external feed, by priority. */
export const FEEDS: readonly FeedAdapter[] = [
  {
    name: 'uof',
    priority: 1,
    needs: ['UOF_URL', 'UOF_TOKEN'],
    staleSeconds: undefined,
    recoveryWindowMinutes: THREE_DAYS_MINUTES,
    read: readUofIncoming,
    list: listUofProducers,
    recover: recoverUof,
  },
  {
    name: 'betfair',
    priority: 2,
    needs: [],
    staleSeconds: 60,
    recoveryWindowMinutes: 0,
    read: undefined,
    list: undefined,
    recover: undefined,
  },
  {
    name: 'odds_api',
    priority: 3,
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
  priority: number
  aliveAt: Date | null
  producers: Pick<ProducerRow, 'producer' | 'status' | 'aliveAt' | 'missedSince'>[]
}

/** The house's own feeds are listed last. */
const OWN_PRIORITY = 9

/** Every feed, by priority, then by name. */
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
