import type { Sql } from '../../platform/db/index.ts'
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
  returning id, provider, items, attempts`

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
