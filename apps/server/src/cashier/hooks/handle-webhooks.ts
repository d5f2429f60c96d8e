import { batches } from '../../platform/batches.ts'
import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import type { WebhookItem } from '../gateway/index.ts'
import type { Arrival, TopUpSource } from '../rails/index.ts'
import type { CreditOutcome } from '../topups/credit-topups.ts'
import { learnArrivals } from '../topups/learn-arrivals.ts'
import { hurryPayouts } from '../withdrawals/queries.ts'
import { claimWebhooks, putOffWebhook, updateToHandled, type WaitingWebhook } from './queries.ts'

const AT_ONCE = 50
/** After this many tries the listings have found whatever there was to find. */
const MAX_ATTEMPTS = 12
const LONGEST_PAUSE_SECONDS = 600

/**
 * Handles what webhooks told: asks the bank about each item and accounts its answer. What is learnt at once is booked in
 * lists: each booking waits for the account of its bank.
 */
export function openWebhooks(cashier: Cashier): () => Promise<void> {
  const { deps, settings, providers } = cashier
  const learn = batches({
    patienceMs: settings.leaseSeconds * 1000,
    run: (told: readonly Told[]) => learnTold(cashier, told),
  })
  return async () => {
    for (;;) {
      const claimed = await claimWebhooks(deps.db, AT_ONCE, settings.leaseSeconds)
      await Promise.all(claimed.map((webhook) => handle({ cashier, providers, learn }, webhook)))
      if (claimed.length < AT_ONCE) return
    }
  }
}

type Told = { topUps: TopUpSource; arrival: Arrival }

/** Books what was told, each bank's in one list. Answers in the order given. */
async function learnTold(cashier: Cashier, told: readonly Told[]): Promise<(CreditOutcome | undefined)[]> {
  const outcomes = new Map<Told, CreditOutcome | undefined>()
  for (const topUps of new Set(told.map((one) => one.topUps))) {
    const own = told.filter((one) => one.topUps === topUps)
    const became = await learnArrivals(
      cashier,
      topUps,
      own.map(({ arrival }) => arrival),
    )
    own.forEach((one, place) => outcomes.set(one, became[place]))
  }
  return told.map((one) => outcomes.get(one))
}

type Work = Pick<Cashier, 'providers'> & {
  cashier: Cashier
  learn: (told: Told) => Promise<CreditOutcome | undefined>
}

type Said = 'done' | 'again'

async function handle(work: Work, { id, provider, items, attempts }: WaitingWebhook): Promise<void> {
  const { db } = work.cashier.deps
  const said: Said[] = []
  // One after the other: a Pix and its refund often come together. One bad item does not lose the others.
  for (const item of items) said.push(await handleItem(work, provider, item))
  const outcome = said.join(' ').slice(0, 200)
  if (!said.includes('again') || attempts >= MAX_ATTEMPTS) {
    await updateToHandled(db, id, outcome)
    return
  }
  await putOffWebhook(db, id, Math.min(2 ** attempts, LONGEST_PAUSE_SECONDS), outcome)
}

async function handleItem(
  { cashier, providers, learn }: Work,
  provider: string,
  item: WebhookItem,
): Promise<Said> {
  if (item.kind === 'payout') {
    await hurryPayouts(cashier.deps.db, [item.payoutId])
    cashier.wakePayouts()
    return 'done'
  }
  try {
    const { topUps } = providers.named(provider)
    const arrival = await topUps.getArrival(item.e2eid)
    if (!arrival) return 'again' // told before it can be asked about; or never was
    if (arrival === 'foreign') return 'done'
    const outcome = await learn({ topUps, arrival })
    return outcome === 'unmatched' ? 'again' : 'done'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    cashier.deps.log.warn({ err: error, e2eid: item.e2eid }, 'the bank did not answer about a Pix')
    return 'again'
  }
}
