import type { Sql, Tx } from '../platform/db/index.ts'
import type { Scope } from '../sportsbook/index.ts'

export type LastMessageRow = {
  key: string
  producer: string
  sentAt: Date | null
  digest: string | null
  wentBack: string | null
}

/**
 * The last message about each of these fixtures, by producer. Locks the feed's row first, so that two servers apply a
 * feed's messages one after the other and in order.
 */
export const lockLastMessages = async (
  tx: Tx,
  feed: string,
  keys: readonly string[],
): Promise<LastMessageRow[]> => {
  await tx`select name from sportsbook_feed where name = ${feed} for no key update`
  return tx<LastMessageRow[]>`
    select feed_key as key, producer, sent_at as "sentAt", digest, went_back as "wentBack"
      from sportsbook_feed_event
     where feed = ${feed} and feed_key = any(${keys}::text[])`
}

export type LastMessageColumns = {
  keys: string[]
  producers: string[]
  scopes: Scope[]
  sentAt: (Date | null)[]
  digests: (string | null)[]
  wentBack: (string | null)[]
}

export const upsertLastMessages = (tx: Tx, feed: string, columns: LastMessageColumns) => tx`
  insert into sportsbook_feed_event (feed, feed_key, producer, scope, sent_at, digest, went_back, heard_at)
  select ${feed}, key, producer, scope, sent_at, digest, went_back, clock_timestamp()
    from unnest(${columns.keys}::text[], ${columns.producers}::text[], ${columns.scopes}::text[],
                ${columns.sentAt}::timestamptz[], ${columns.digests}::text[], ${columns.wentBack}::text[])
      as row (key, producer, scope, sent_at, digest, went_back)
   order by key, producer
  on conflict (feed, feed_key, producer) do update
     set scope = excluded.scope, sent_at = excluded.sent_at, digest = excluded.digest, went_back = excluded.went_back, heard_at = excluded.heard_at`

export type RefusedColumns = {
  keys: (string | null)[]
  producers: (string | null)[]
  kinds: (string | null)[]
  reasons: string[]
  details: string[]
  sentAt: (Date | null)[]
}

export const insertRefused = (tx: Tx, feed: string, columns: RefusedColumns) => tx`
  insert into sportsbook_feed_refused (feed, feed_key, producer, kind, reason, detail, sent_at)
  select ${feed}, key, producer, kind, reason, detail, sent_at
    from unnest(${columns.keys}::text[], ${columns.producers}::text[], ${columns.kinds}::text[],
                ${columns.reasons}::text[], ${columns.details}::text[], ${columns.sentAt}::timestamptz[])
      with ordinality as row (key, producer, kind, reason, detail, sent_at, place)
   order by place`

/** Keeps the newest; the table never grows past twice as many. */
export const deleteOldRefused = (tx: Tx, kept: number) => tx`
  delete from sportsbook_feed_refused
   where id <= (select max(id) - ${kept} from sportsbook_feed_refused)`

export type RefusedRow = {
  id: number
  feed: string
  key: string | null
  producer: string | null
  kind: string | null
  reason: string
  detail: string
  sentAt: Date | null
  receivedAt: Date
}

/** Refused messages, newest first, before the last one seen. */
export const selectRefused = (sql: Sql, page: { beforeId: number; max: number }) => sql<RefusedRow[]>`
  select id, feed, feed_key as key, producer, kind, reason, detail, sent_at as "sentAt", received_at as "receivedAt"
    from sportsbook_feed_refused
   where id < ${page.beforeId}
   order by id desc
   limit ${page.max}`

export type ProducerStatus = 'up' | 'recovering' | 'down'

export type ProducerRow = {
  feed: string
  producer: string
  status: ProducerStatus
  aliveAt: Date | null
  /** Since when messages may be missing. */
  missedSince: Date | null
  requestId: number | null
  /** Its name in the feed's own list; null if not listed or there is no list. */
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

/** Producers seen before and silent now, by the database's clock. */
export const selectSilent = (tx: Tx, silenceSeconds: number) => tx<{ feed: string; producer: string }[]>`
  select feed, producer from sportsbook_producer
   where status <> 'down' and alive_at < clock_timestamp() - make_interval(secs => ${silenceSeconds})
   order by feed, producer`

/** Which of these fixtures this producer priced, and the scope of those prices. */
export const selectReportedBy = (
  tx: Tx,
  { feed, producer, keys }: { feed: string; producer: string; keys: readonly string[] },
) => tx<{ key: string; by: Scope }[]>`
  select event.feed_key as key, coalesce(event.scope, 'live') as by
    from unnest(${keys}::text[]) with ordinality as row (key, place)
    join sportsbook_feed_event event
      on event.feed = ${feed} and event.feed_key = row.key and event.producer = ${producer}
   order by row.place`

/** Which of these fixtures have prices not refreshed for this long. */
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

/** The producers in the feed's own list. */
export const selectListed = (tx: Tx, feed: string) => tx<{ producer: string; scope: Scope }[]>`
  select producer, scope from sportsbook_producer where feed = ${feed} and listed_at is not null`

/** Whether the feed's list was never read, or is this old. */
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

/** Writes the feed's own list; producers no longer in it are unlisted. */
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

/** The state of the polls: consecutive failures, and the last known quota. */
export type Polling = { readonly failures: number; readonly quotaLeft: number | null }

/** Claims the next poll if it is due and free; a server that dies holds it no longer than the lease. */
export const claimPoll = async (sql: Sql, leaseSeconds: number): Promise<Polling | undefined> => {
  const rows = await sql<Polling[]>`
    update sportsbook_feed set next_poll_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     where name = 'odds_api' and (next_poll_at is null or next_poll_at <= clock_timestamp())
    returning poll_failures as failures, quota_left as "quotaLeft"`
  return rows[0]
}

export const notePoll = (
  sql: Sql,
  { failures, quotaLeft, waitSeconds }: Polling & { waitSeconds: number },
) => sql`
  update sportsbook_feed
     set poll_failures = ${failures}, quota_left = ${quotaLeft}::integer,
         next_poll_at = clock_timestamp() + make_interval(secs => ${waitSeconds})
   where name = 'odds_api'`

/** One server at a time plays the matches; the lock ends with the transaction. */
const LEADER = 7_264_101

export const tryLead = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ leads: boolean }[]>`select pg_try_advisory_xact_lock(${LEADER}) as leads`
  return rows[0]?.leads === true
}

/** Waits until no other server plays. */
export const lockLead = (tx: Tx) => tx`select pg_advisory_xact_lock(${LEADER})`

export const setCalendarSeed = (sql: Sql, seed: string) => sql`
  update sportsbook_feed set calendar_seed = ${seed} where name = 'simulator' and calendar_seed is null`

/** The seed of the calendar; undefined if there is no calendar. */
export const selectCalendarSeed = async (sql: Sql): Promise<string | undefined> => {
  const rows = await sql<{ seed: string | null }[]>`
    select calendar_seed as seed from sportsbook_feed where name = 'simulator'`
  return rows[0]?.seed ?? undefined
}
