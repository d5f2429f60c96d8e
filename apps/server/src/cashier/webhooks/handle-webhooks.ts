import { batches } from '../../platform/batches.ts'
import { Fault } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import type { IncomingPayment, WebhookItem } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
import type { CreditOutcome } from '../orders/credit-topups.ts'
import { processIncomingPayments } from '../orders/incoming-payments.ts'
import { insertException } from '../queries.ts'
import { makePayoutsDue } from '../withdrawals/payout-queries.ts'
import { openSlots } from '../slots.ts'
import { claimWebhooks, type HandledWebhook, updateToHandled, type WaitingWebhook } from './queries.ts'

/** Webhooks checked at the bank concurrently. */
const AT_ONCE = 50
/** After these attempts, some 40 minutes, the listings have found the payment if it exists. */
const MAX_ATTEMPTS = 12
const LONGEST_PAUSE_SECONDS = 600

/**
 * Handles stored webhooks: asks the bank about each item and books the answer. Answers that arrive together are
 * booked in one list, because each booking waits for the lock on its bank's account. `run` starts work for the free
 * slots without waiting for it, so a call that hangs delays no other. `idle` waits for the work under way.
 */
export function openWebhooks(cashier: Cashier) {
  const { deps, settings } = cashier
  const patienceMs = settings.leaseSeconds * 1000
  const slots = openSlots({
    max: AT_ONCE,
    failed: (error) => deps.log.error({ err: error }, 'a webhook could not be handled'),
    freed: () => cashier.wakeHooks(),
  })
  const work: Work = {
    cashier,
    book: batches({
      patienceMs,
      run: (reports: readonly ReportedPayment[]) => bookReports(cashier, reports),
    }),
    makeDue: batches({
      patienceMs,
      run: async (payoutIds: readonly string[]) => {
        await makePayoutsDue(deps.db, payoutIds)
        cashier.wakePayouts()
        return payoutIds.map(() => null)
      },
    }),
    end: batches({
      patienceMs,
      run: async (handled: readonly HandledWebhook[]) => {
        await updateToHandled(deps.db, handled)
        return handled.map(() => null)
      },
    }),
  }
  return {
    run: async (): Promise<void> => {
      if (slots.free() === 0) return
      const claimed = await claimWebhooks(deps.db, slots.free(), settings.leaseSeconds)
      for (const webhook of claimed) slots.start(handle(work, webhook))
    },
    idle: () => slots.idle(),
  }
}

type ReportedPayment = { source: TopUpSource; payment: IncomingPayment }

/** Books the bank's answers, each bank's in one list. Answers in the order given. */
async function bookReports(
  cashier: Cashier,
  reports: readonly ReportedPayment[],
): Promise<(CreditOutcome | undefined)[]> {
  const outcomes = new Map<ReportedPayment, CreditOutcome | undefined>()
  for (const source of new Set(reports.map((one) => one.source))) {
    const own = reports.filter((one) => one.source === source)
    const booked = await processIncomingPayments(
      cashier,
      source,
      own.map(({ payment }) => payment),
    )
    own.forEach((one, place) => outcomes.set(one, booked[place]))
  }
  return reports.map((one) => outcomes.get(one))
}

type Work = {
  cashier: Cashier
  book: (report: ReportedPayment) => Promise<CreditOutcome | undefined>
  /** Makes a payout due for its next check. */
  makeDue: (payoutId: string) => Promise<null>
  end: (handled: HandledWebhook) => Promise<null>
}

type ItemOutcome = 'done' | 'again'

/**
 * A webhook that fails because of a bug of ours is retried, and parked after the last attempt with an open difference
 * for operators. The attempt is counted before it begins, so a webhook that crashes the server is parked too.
 */
async function handle(work: Work, webhook: WaitingWebhook): Promise<void> {
  if (webhook.attempts > MAX_ATTEMPTS) return park(work, webhook, 'never came to an end')
  try {
    await handleItems(work, webhook)
  } catch (error) {
    if (webhook.attempts < MAX_ATTEMPTS) throw error
    await park(work, webhook, error instanceof Error ? error.message : 'unknown')
  }
}

async function park({ cashier }: Work, { id, provider, attempts, replays }: WaitingWebhook, why: string) {
  await cashier.deps.db.begin(async (tx) => {
    await updateToHandled(tx, [{ id, outcome: 'parked', againSeconds: null }])
    // Parked again after a replay, it is a new difference: the earlier one may be closed.
    const anew = replays > 0 ? ` (handled anew ${replays} times)` : ''
    const what = `could not be handled in ${attempts} tries${anew}: ${why}`.slice(0, 500)
    await insertException(tx, { source: 'webhook', subject: `webhook:${provider}:${id}`, what })
  })
  cashier.alarm('webhook_parked', { webhookId: id, provider, why })
}

async function handleItems(work: Work, { id, provider, items, attempts }: WaitingWebhook): Promise<void> {
  const outcomes: ItemOutcome[] = []
  // One after the other: a Pix and its refund often come together. One bad item does not lose the others.
  for (const item of items) outcomes.push(await handleItem(work, provider, item))
  const outcome = outcomes.join(' ').slice(0, 200)
  const isOver = !outcomes.includes('again') || attempts >= MAX_ATTEMPTS
  const againSeconds = isOver ? null : Math.min(2 ** attempts, LONGEST_PAUSE_SECONDS)
  await work.end({ id, outcome, againSeconds })
}

async function handleItem(
  { cashier, book, makeDue }: Work,
  provider: string,
  item: WebhookItem,
): Promise<ItemOutcome> {
  if (item.kind === 'payout') {
    await makeDue(item.payoutId)
    return 'done'
  }
  try {
    const { gateway, source } = cashier.providers.named(provider)
    const payment = await gateway.getPayment(item.e2eid)
    if (!payment) return 'again' // The bank does not have it yet, or never will.
    if (payment === 'foreign') return 'done'
    const outcome = await book({ source, payment })
    return outcome === 'unmatched' ? 'again' : 'done'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    cashier.deps.log.warn({ err: error, e2eid: item.e2eid }, 'the bank did not answer about a Pix')
    return 'again'
  }
}
