import type { Sql, Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../messages.ts'

export type ProducerStatus = 'up' | 'recovering' | 'down'

export type ProducerRow = {
  feed: string
  producer: string
  status: ProducerStatus
  aliveAt: Date | null
  /** Since when messages may be missing. */
  missedSince: Date | null
  requestId: number | null
}

export const lockProducers = (tx: Tx, feed: string) => tx<ProducerRow[]>`
  select feed, producer, status, alive_at as "aliveAt", missed_since as "missedSince", request_id as "requestId"
    from sportsbook_producer
   where feed = ${feed}
   order by producer
     for update`

export type ProducerColumns = {
  producers: string[]
  statuses: ProducerStatus[]
  aliveAt: (Date | null)[]
  missedSince: (Date | null)[]
  requestIds: (number | null)[]
}

export const upsertProducers = (tx: Tx, feed: string, columns: ProducerColumns) => tx`
  insert into sportsbook_producer (feed, producer, status, alive_at, missed_since, request_id)
  select ${feed}, producer, status, alive_at, missed_since, request_id
    from unnest(${columns.producers}::text[], ${columns.statuses}::text[], ${columns.aliveAt}::timestamptz[],
                ${columns.missedSince}::timestamptz[], ${columns.requestIds}::bigint[])
      as row (producer, status, alive_at, missed_since, request_id)
  on conflict (feed, producer) do update
     set status = excluded.status, alive_at = excluded.alive_at, missed_since = excluded.missed_since,
         request_id = excluded.request_id`

/** Producers that were heard and are silent now, on the database's clock. */
export const selectSilent = (tx: Tx, silenceSeconds: number) => tx<{ feed: string; producer: string }[]>`
  select feed, producer from sportsbook_producer
   where status <> 'down' and alive_at < clock_timestamp() - make_interval(secs => ${silenceSeconds})
   order by feed, producer`

/** Fixtures that are still open to bets and of which this producer told, and which prices it made then. */
export const selectFixturesOf = (tx: Tx, feed: string, producer: string) => tx<{ key: string; by: Scope }[]>`
  select event.feed_key as key, coalesce(event.scope, 'live') as by
    from sportsbook_feed_event event
    join sportsbook_fixture fixture on fixture.feed = event.feed and fixture.feed_key = event.feed_key
   where event.feed = ${feed} and event.producer = ${producer}
     and fixture.match_status between 0 and 5
     and exists (
       select from sportsbook_market market
        where market.fixture_id = fixture.id and sportsbook_market_status(market, fixture) = 'open')
   order by fixture.id`

/** Fixtures of a feed whose prices nobody has said anew for so long. */
export const selectStale = (tx: Tx, feed: string, seconds: number) => tx<{ key: string }[]>`
  select fixture.feed_key as key
    from sportsbook_fixture fixture
   where fixture.feed = ${feed} and fixture.match_status between 0 and 5
     and exists (
       select from sportsbook_market market
        where market.fixture_id = fixture.id and sportsbook_market_status(market, fixture) = 'open')
     and not exists (
       select from sportsbook_feed_event event
        where event.feed = fixture.feed and event.feed_key = fixture.feed_key
          and event.heard_at > clock_timestamp() - make_interval(secs => ${seconds}))
   order by fixture.id`

export const selectProducers = (sql: Sql) => sql<ProducerRow[]>`
  select feed, producer, status, alive_at as "aliveAt", missed_since as "missedSince", request_id as "requestId"
    from sportsbook_producer order by feed, producer`
