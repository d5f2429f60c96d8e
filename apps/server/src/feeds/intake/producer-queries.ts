import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../sportsbook/index.ts'

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

/** Of these fixtures those of which this producer told, and which prices it made then. */
export const selectToldBy = (
  tx: Tx,
  { feed, producer, keys }: { feed: string; producer: string; keys: readonly string[] },
) => tx<{ key: string; by: Scope }[]>`
  select event.feed_key as key, coalesce(event.scope, 'live') as by
    from unnest(${keys}::text[]) with ordinality as row (key, place)
    join sportsbook_feed_event event
      on event.feed = ${feed} and event.feed_key = row.key and event.producer = ${producer}
   order by row.place`

/** Of these fixtures those whose prices nobody has said anew for so long. */
export const selectStale = (
  tx: Tx,
  { feed, seconds, keys }: { feed: string; seconds: number; keys: readonly string[] },
) => tx<{ key: string }[]>`
  select row.key
    from unnest(${keys}::text[]) with ordinality as row (key, place)
   where not exists (
           select from sportsbook_feed_event event
            where event.feed = ${feed} and event.feed_key = row.key
              and event.heard_at > clock_timestamp() - make_interval(secs => ${seconds}))
   order by row.place`

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
