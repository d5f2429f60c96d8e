import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { WebhookItem } from '../rails/payment-gateway.ts'

export type NewWebhook = {
  provider: string
  /** In hexadecimal digits, as is its body. */
  sha256: string
  body: string
  sentAtSeconds: number
  items: readonly WebhookItem[]
  /** How many came of it together. */
  copies: number
}

/**
 * Keeps webhooks as they came, the same body once; a list has each once. Answers how many copies of each there are now;
 * those signed too long ago (or too far ahead) by the database's clock are not kept and not among the answers.
 */
export const insertWebhooks = (sql: Sql, webhooks: readonly NewWebhook[], ageSeconds: number) => sql<
  { provider: string; sha256: string; copies: number }[]
>`
  insert into cashier_webhook (provider, body_sha256, body, sent_at, items, copies)
  select provider, decode(sha256, 'hex'), decode(body, 'hex'), to_timestamp(sent_at), items, copies
    from unnest(${webhooks.map(({ provider }) => provider)}::text[], ${webhooks.map(({ sha256 }) => sha256)}::text[],
                ${webhooks.map(({ body }) => body)}::text[],
                ${webhooks.map(({ sentAtSeconds }) => sentAtSeconds)}::bigint[],
                ${webhooks.map(({ items }) => JSON.stringify(items))}::jsonb[],
                ${webhooks.map(({ copies }) => copies)}::int[])
      as webhook (provider, sha256, body, sent_at, items, copies)
   where abs(extract(epoch from now()) - sent_at) <= ${ageSeconds}::int
   order by provider, sha256
      on conflict (provider, body_sha256) do update set copies = cashier_webhook.copies + excluded.copies
  returning provider, encode(body_sha256, 'hex') as sha256, copies`

export type WaitingWebhook = {
  id: number
  provider: string
  items: readonly WebhookItem[]
  attempts: number
  replays: number
}

/** Takes webhooks to handle, each put off for the time a run may take: a run that dies gives them back. */
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
  /** The bank did not answer, or does not know yet what it told us: asked again then, ever more rarely. */
  againSeconds: number | null
}

/** What became of webhooks that were claimed. */
export const updateToHandled = (sql: Sql, webhooks: readonly HandledWebhook[]) => sql`
  update cashier_webhook webhook
     set outcome = handled.outcome,
         handled_at = case when handled.again_seconds is null then now() end,
         try_at = case when handled.again_seconds is null then try_at
                       else now() + make_interval(secs => handled.again_seconds) end
    from unnest(${webhooks.map(({ id }) => id)}::bigint[], ${webhooks.map(({ outcome }) => outcome)}::text[],
                ${webhooks.map(({ againSeconds }) => againSeconds)}::int[]) as handled (id, outcome, again_seconds)
   where webhook.id = handled.id`

/** A webhook as it is kept, beside its body in hexadecimal digits. */
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
 * Webhooks that name any of these things, the newest first; each as a part of an item: `{"payoutId": "…"}`. One at a time, so
 * that the index finds it.
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

/** Parked webhooks below an id, the newest first, with why the last try came to nothing. */
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

/** How many webhooks are parked and how many wait for their turn, each counted up to so many, and since when the oldest does. */
export const readWebhookQueue = async (sql: Sql, max: number): Promise<WebhookQueue> => {
  const rows = await sql<WebhookQueue[]>`
    select (select count(*) from (select from cashier_webhook where outcome = 'parked' limit ${max}) as parked) as parked,
           count(*) as waiting, min(received_at) as "oldestAt"
      from (select received_at from cashier_webhook where handled_at is null order by try_at limit ${max}) as waiting`
  return present(rows[0], 'the queue of webhooks')
}

/** Has parked webhooks handled anew from now on; answers which of these were parked. Locked by id. */
export const updateToReplayed = (tx: Tx, ids: readonly number[]) => tx<{ id: number }[]>`
  update cashier_webhook webhook
     set outcome = '', handled_at = null, attempts = 0, replays = replays + 1, try_at = now()
    from (select id from cashier_webhook where id = any(${ids}::bigint[]) and outcome = 'parked'
           order by id for update) held
   where webhook.id = held.id
  returning webhook.id`
