import { createHash } from 'node:crypto'
import type { Cashier } from '../cashier.ts'
import type { Kept, SignedWebhook } from './keep-webhooks.ts'

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
