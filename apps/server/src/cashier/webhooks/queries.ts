import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { WebhookItem } from '../rails/payment-gateway.ts'

export type NewWebhook = {
  provider: string
  /** Hexadecimal, like its body. */
  sha256: string
  body: string
  sentAtSeconds: number
  items: readonly WebhookItem[]
}

/**
 * Stores webhooks as received, once per body: copies are counted. Answers the number of copies of each, and the seconds of the
 * database's clock: those signed too long ago by it, or too far ahead, are neither stored nor counted.
 */
export const insertWebhooks = (sql: Sql, webhooks: readonly NewWebhook[], ageSeconds: number) => sql<
  { provider: string; sha256: string; copies: number; clock: number }[]
>`
  insert into cashier_webhook (provider, body_sha256, body, sent_at, items, copies)
  select provider, decode(sha256, 'hex'), decode(min(body), 'hex'), to_timestamp(max(sent_at)),
         (array_agg(items))[1], count(*)
    from unnest(${webhooks.map(({ provider }) => provider)}::text[], ${webhooks.map(({ sha256 }) => sha256)}::text[],
                ${webhooks.map(({ body }) => body)}::text[],
                ${webhooks.map(({ sentAtSeconds }) => sentAtSeconds)}::bigint[],
                ${webhooks.map(({ items }) => JSON.stringify(items))}::jsonb[])
      as webhook (provider, sha256, body, sent_at, items)
   where abs(extract(epoch from now()) - sent_at) <= ${ageSeconds}::int
   group by provider, sha256
   order by provider, sha256
      on conflict (provider, body_sha256) do update set copies = cashier_webhook.copies + excluded.copies
  returning provider, encode(body_sha256, 'hex') as sha256, copies, extract(epoch from now())::float8 as clock`

export type WaitingWebhook = {
  id: number
  provider: string
  items: readonly WebhookItem[]
  attempts: number
  replays: number
}

/** Claims webhooks to handle and postpones each for the duration of a run, so that a crashed run releases them. */
export const claimWebhooks = (sql: Sql, max: number, leaseSeconds: number) => sql<WaitingWebhook[]>`
  update cashier_webhook
     set attempts = attempts + 1, try_at = now() + make_interval(secs => ${leaseSeconds})
   where id in (select id from cashier_webhook
                 where handled_at is null and try_at <= now()
                 order by try_at, id
                 limit ${max}
                   for update skip locked)
  returning id, provider, items, attempts, replays`

export type HandledWebhook = {
  id: number
  outcome: string
  /**
   * Seconds to the next attempt, growing each time, if the bank did not answer or does not have the item yet;
   * null if it is handled or parked.
   */
  againSeconds: number | null
}

/** Stores the result of claimed webhooks. */
export const updateToHandled = (sql: Sql, webhooks: readonly HandledWebhook[]) => sql`
  update cashier_webhook webhook
     set outcome = handled.outcome,
         handled_at = case when handled.again_seconds is null then now() end,
         try_at = case when handled.again_seconds is null then try_at
                       else now() + make_interval(secs => handled.again_seconds) end
    from unnest(${webhooks.map(({ id }) => id)}::bigint[], ${webhooks.map(({ outcome }) => outcome)}::text[],
                ${webhooks.map(({ againSeconds }) => againSeconds)}::int[]) as handled (id, outcome, again_seconds)
   where webhook.id = handled.id`

/** A stored webhook, without its hexadecimal body. */
export type KeptWebhook = {
  id: number
  provider: string
  items: readonly WebhookItem[]
  receivedAt: Date
  sentAt: Date
  copies: number
  attempts: number
  replays: number
  outcome: string
  handledAt: Date | null
}

/**
 * Webhooks that contain any of these items, newest first; each is given as a part of an item: `{"payoutId": "…"}`.
 * One query each, so that the index is used.
 */
export const selectWebhooksAbout = (sql: Sql, parts: readonly object[], max: number) => sql<
  (KeptWebhook & { body: string })[]
>`
  select id, provider, items, received_at as "receivedAt", sent_at as "sentAt", copies, attempts, replays, outcome,
         handled_at as "handledAt", encode(body, 'hex') as body
    from cashier_webhook
   where id in (select found.id
                  from unnest(${parts.map((part) => JSON.stringify([part]))}::text[]) as named (part)
                 cross join lateral (select id from cashier_webhook
                                      where items @> named.part::jsonb
                                      order by id desc
                                      limit ${max}) found)
   order by id desc
   limit ${max}`

/** One webhook with its body. */
export const selectWebhook = (sql: Sql, id: number) => sql<(KeptWebhook & { body: string })[]>`
  select id, provider, items, received_at as "receivedAt", sent_at as "sentAt", copies, attempts, replays, outcome,
         handled_at as "handledAt", encode(body, 'hex') as body
    from cashier_webhook where id = ${id}`

/** Parked webhooks below an id, newest first, with the last error. */
export const selectParked = (sql: Sql, below: number, max: number) => sql<(KeptWebhook & { why: string })[]>`
  select id, provider, items, received_at as "receivedAt", sent_at as "sentAt", copies, attempts, replays, outcome,
         handled_at as "handledAt",
         coalesce((select what from cashier_exception
                    where subject = 'webhook:' || provider || ':' || webhook.id
                    order by cashier_exception.id desc limit 1), '') as why
    from cashier_webhook webhook
   where outcome = 'parked' and id < ${below}
   order by id desc
   limit ${max}`

export type WebhookQueue = { parked: number; waiting: number; oldestAt: Date | null }

/**
 * The number of parked and of waiting webhooks, each counted up to a maximum, and when the oldest of these
 * waiting ones came.
 */
export const readWebhookQueue = async (sql: Sql, max: number): Promise<WebhookQueue> => {
  const rows = await sql<WebhookQueue[]>`
    select (select count(*) from (select from cashier_webhook where outcome = 'parked' limit ${max}) as parked) as parked,
           count(*) as waiting, min(received_at) as "oldestAt"
      from (select received_at from cashier_webhook where handled_at is null order by try_at limit ${max}) as waiting`
  return present(rows[0], 'the queue of webhooks')
}

/** Replays parked webhooks; answers which of these were parked. Locked by id. */
export const updateToReplayed = (tx: Tx, ids: readonly number[]) => tx<{ id: number }[]>`
  update cashier_webhook webhook
     set outcome = '', handled_at = null, attempts = 0, replays = replays + 1, try_at = now()
    from (select id from cashier_webhook where id = any(${ids}::bigint[]) and outcome = 'parked'
           order by id for update) held
   where webhook.id = held.id
  returning webhook.id`
