import type { Cashier } from '../cashier.ts'
import { insertWebhooks, type NewWebhook } from './queries.ts'

/** A webhook whose signature is right. */
export type SignedWebhook = Omit<NewWebhook, 'copies'>

/** Whether a webhook is new, a copy of one, or signed too long ago or too far ahead: then it is not kept. */
export type Kept = 'new' | 'copy' | 'stale'

/** Keeps signed webhooks, the same body once, also where copies come together. Answers in the order given. */
export async function keepWebhooks(
  { deps, settings }: Cashier,
  webhooks: readonly SignedWebhook[],
): Promise<Kept[]> {
  const lists = new Map<string, SignedWebhook[]>()
  for (const webhook of webhooks) {
    const same = lists.get(keyOf(webhook))
    if (same) same.push(webhook)
    else lists.set(keyOf(webhook), [webhook])
  }
  const once = [...lists.values()].flatMap(([first, ...others]) =>
    first ? { ...first, copies: 1 + others.length } : [],
  )
  const rows = await insertWebhooks(deps.db, once, settings.webhookAgeSeconds)
  const copies = new Map(rows.map((row) => [keyOf(row), row.copies]))
  return webhooks.map((webhook): Kept => {
    const same = lists.get(keyOf(webhook)) ?? []
    const kept = copies.get(keyOf(webhook))
    if (kept === undefined) return 'stale'
    return kept === same.length && webhook === same[0] ? 'new' : 'copy'
  })
}

const keyOf = ({ provider, sha256 }: Pick<SignedWebhook, 'provider' | 'sha256'>): string =>
  `${provider} ${sha256}`
