import { createHash } from 'node:crypto'
import type { Cashier } from '../cashier.ts'
import { insertWebhooks, type NewWebhook } from './queries.ts'

/** What the API answers: kept (again), or not believed. */
export type Received = 'kept' | 'forged'

/**
 * Takes in what claims to come from the bank. Only a right signature over these very bytes, made lately,
 * keeps it; what it says is asked from the bank before any money moves. Answers as soon as it is kept.
 */
export async function receiveWebhook(
  { providers, alarm, wakeHooks }: Cashier,
  keep: (webhook: SignedWebhook) => Promise<Kept>,
  { provider, raw, signature }: { provider: string; raw: Buffer; signature: string | undefined },
): Promise<Received> {
  const webhook = providers.named(provider).gateway.parseWebhook(raw, signature)
  if (!webhook) {
    alarm('forged_webhook', { why: 'signature' })
    return 'forged'
  }
  const { sentAtSeconds, items, unreadable } = webhook
  const sha256 = createHash('sha256').update(raw).digest('hex')
  const kept = await keep({ provider, sha256, body: raw.toString('hex'), sentAtSeconds, items })
  if (kept === 'stale') {
    alarm('forged_webhook', { why: 'age' })
    return 'forged'
  }
  if (unreadable > 0 && kept === 'new') alarm('unreadable_webhook', { unreadable })
  wakeHooks()
  return 'kept'
}

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
