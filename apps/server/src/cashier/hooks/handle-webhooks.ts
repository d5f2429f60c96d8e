import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import type { WebhookItem } from '../gateway/index.ts'
import { learnArrivals } from '../topups/learn-arrivals.ts'
import { hurryPayouts } from '../withdrawals/queries.ts'
import { claimWebhooks, putOffWebhook, updateToHandled, type WaitingWebhook } from './queries.ts'

const AT_ONCE = 50
/** After this many tries the listings have found whatever there was to find. */
const MAX_ATTEMPTS = 12
const LONGEST_PAUSE_SECONDS = 600

/** Handles what webhooks told: asks the bank about each item and accounts its answer. */
export async function handleWebhooks(cashier: Cashier): Promise<void> {
  for (;;) {
    const claimed = await claimWebhooks(cashier.deps.db, AT_ONCE, cashier.settings.leaseSeconds)
    await Promise.all(claimed.map((webhook) => handle(cashier, webhook)))
    if (claimed.length < AT_ONCE) return
  }
}

type Said = 'done' | 'again'

async function handle(cashier: Cashier, { id, provider, items, attempts }: WaitingWebhook): Promise<void> {
  const { db } = cashier.deps
  const said: Said[] = []
  // One after the other: a Pix and its refund often come together. One bad item does not lose the others.
  for (const item of items) said.push(await handleItem(cashier, provider, item))
  const outcome = said.join(' ').slice(0, 200)
  if (!said.includes('again') || attempts >= MAX_ATTEMPTS) {
    await updateToHandled(db, id, outcome)
    return
  }
  await putOffWebhook(db, id, Math.min(2 ** attempts, LONGEST_PAUSE_SECONDS), outcome)
}

async function handleItem(cashier: Cashier, provider: string, item: WebhookItem): Promise<Said> {
  if (item.kind === 'payout') {
    await hurryPayouts(cashier.deps.db, [item.payoutId])
    cashier.wakePayouts()
    return 'done'
  }
  try {
    const { topUps } = cashier.providers.named(provider)
    const arrival = await topUps.getArrival(item.e2eid)
    if (!arrival) return 'again' // told before it can be asked about; or never was
    if (arrival === 'foreign') return 'done'
    const [outcome] = await learnArrivals(cashier, topUps, [arrival])
    return outcome === 'unmatched' ? 'again' : 'done'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    cashier.deps.log.warn({ err: error, e2eid: item.e2eid }, 'the bank did not answer about a Pix')
    return 'again'
  }
}
