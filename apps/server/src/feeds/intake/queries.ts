import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../sportsbook/index.ts'

export type LastMessageRow = {
  key: string
  producer: string
  sentAt: Date | null
  digest: string | null
  wentBack: string | null
}

/**
 * The last message about each of these fixtures, by producer. Locks the feed's row first, so that two servers apply a feed's
 * messages one after the other and in order.
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

/** Keeps the newest; the table never grows past twice of them. */
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

/** Refused messages, the newest first, before the one seen last. */
export const selectRefused = (sql: Sql, page: { beforeId: number | null; max: number }) => sql<RefusedRow[]>`
  select id, feed, feed_key as key, producer, kind, reason, detail, sent_at as "sentAt", received_at as "receivedAt"
    from sportsbook_feed_refused
   where ${page.beforeId}::bigint is null or id < ${page.beforeId}::bigint
   order by id desc
   limit ${page.max}`
