import type { Sql } from '../../platform/db/index.ts'
import type { WebhookItem } from '../gateway/index.ts'

type NewWebhook = {
  provider: string
  sha256: Buffer
  body: Buffer
  sentAtSeconds: number
  items: readonly WebhookItem[]
}

/**
 * Keeps a webhook as it came, the same body once. Answers whether it is new, a copy of one, or signed too
 * long ago (or too far ahead) by the database's clock; then nothing is kept.
 */
export const insertWebhook = async (
  sql: Sql,
  { provider, sha256, body, sentAtSeconds, items }: NewWebhook,
  ageSeconds: number,
): Promise<'new' | 'copy' | 'stale'> => {
  const rows = await sql<{ copies: number }[]>`
    insert into cashier_webhook (provider, body_sha256, body, sent_at, items)
    select ${provider}, ${sha256}::bytea, ${body}::bytea, to_timestamp(${sentAtSeconds}::bigint), ${JSON.stringify(items)}::jsonb
     where abs(extract(epoch from now()) - ${sentAtSeconds}::bigint) <= ${ageSeconds}::int
    on conflict (provider, body_sha256) do update set copies = cashier_webhook.copies + 1
    returning copies`
  const copies = rows[0]?.copies
  if (copies === undefined) return 'stale'
  return copies === 1 ? 'new' : 'copy'
}

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

export const updateToHandled = (sql: Sql, id: number, outcome: string) => sql`
  update cashier_webhook set handled_at = now(), outcome = ${outcome} where id = ${id}`

/** The bank did not answer, or does not know yet what it told us: asked again, ever more rarely. */
export const putOffWebhook = (sql: Sql, id: number, seconds: number, outcome: string) => sql`
  update cashier_webhook
     set try_at = now() + make_interval(secs => ${seconds}), outcome = ${outcome}
   where id = ${id}`
