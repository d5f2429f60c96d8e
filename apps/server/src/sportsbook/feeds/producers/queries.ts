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
  /** As the feed's own list calls it; null where the list does not name it, or there is none. */
  name: string | null
  path: string | null
  recoveryMinutes: number | null
  isListed: boolean
}

export const lockProducers = (tx: Tx, feed: string) => tx<ProducerRow[]>`
  select feed, producer, status, alive_at as "aliveAt", missed_since as "missedSince", request_id as "requestId",
         name, path, recovery_minutes as "recoveryMinutes", listed_at is not null as "isListed"
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
        where market.fixture_id = fixture.id and sportsbook_told_status(market, fixture) = 'open')
   order by fixture.id`

/** Fixtures of a feed whose prices nobody has said anew for so long. */
export const selectStale = (tx: Tx, feed: string, seconds: number) => tx<{ key: string }[]>`
  select fixture.feed_key as key
    from sportsbook_fixture fixture
   where fixture.feed = ${feed} and fixture.match_status between 0 and 5
     and exists (
       select from sportsbook_market market
        where market.fixture_id = fixture.id and sportsbook_told_status(market, fixture) = 'open')
     and not exists (
       select from sportsbook_feed_event event
        where event.feed = fixture.feed and event.feed_key = fixture.feed_key
          and event.heard_at > clock_timestamp() - make_interval(secs => ${seconds}))
   order by fixture.id`

export const selectProducers = (sql: Sql) => sql<ProducerRow[]>`
  select feed, producer, status, alive_at as "aliveAt", missed_since as "missedSince", request_id as "requestId",
         name, path, recovery_minutes as "recoveryMinutes", listed_at is not null as "isListed"
    from sportsbook_producer order by feed, producer`

/** The producers that the feed's own list names. */
export const selectListed = (tx: Tx, feed: string) => tx<{ producer: string; scope: Scope }[]>`
  select producer, scope from sportsbook_producer where feed = ${feed} and listed_at is not null`

/** Whether the feed's list was never read, or so long ago. */
export const isListOld = async (sql: Sql, feed: string, minutes: number): Promise<boolean> => {
  const [row] = await sql<{ isOld: boolean }[]>`
    select coalesce(max(listed_at) < clock_timestamp() - make_interval(mins => ${minutes}), true) as "isOld"
      from sportsbook_producer where feed = ${feed}`
  return row?.isOld ?? true
}

export type ListedColumns = {
  producers: string[]
  names: string[]
  scopes: Scope[]
  paths: string[]
  recoveryMinutes: number[]
}

/** Writes the feed's own list; what it names no more is listed no more. */
export const writeList = async (tx: Tx, feed: string, columns: ListedColumns): Promise<void> => {
  await tx`
    update sportsbook_producer set listed_at = null
     where feed = ${feed} and listed_at is not null and producer <> all(${columns.producers}::text[])`
  await tx`
    insert into sportsbook_producer (feed, producer, status, name, scope, path, recovery_minutes, listed_at)
    select ${feed}, producer, 'down', name, scope, path, recovery_minutes, clock_timestamp()
      from unnest(${columns.producers}::text[], ${columns.names}::text[], ${columns.scopes}::text[],
                  ${columns.paths}::text[], ${columns.recoveryMinutes}::integer[])
        as row (producer, name, scope, path, recovery_minutes)
     order by producer
    on conflict (feed, producer) do update
       set name = excluded.name, scope = excluded.scope, path = excluded.path,
           recovery_minutes = excluded.recovery_minutes, listed_at = excluded.listed_at`
}
