import type { Cashier } from '../cashier.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
import { updateUnmatchedTakenBack } from './refund-queries.ts'
import { creditTopUps, type CreditOutcome } from './credit-topups.ts'
import { reverseTopUps } from './reverse-topups.ts'

/** Bounds the locks of one transaction. */
const AT_ONCE = 200

/**
 * Books incoming payments as the provider reports them: credits new ones and reverses refunded ones, including payments that
 * belong to no order. It makes no difference whether a webhook or a listing led here. Returns the outcome of each payment.
 */
export async function processIncomingPayments(
  cashier: Cashier,
  source: TopUpSource,
  payments: readonly IncomingPayment[],
): Promise<(CreditOutcome | undefined)[]> {
  const outcomes = new Map<string, CreditOutcome>()
  for (let at = 0; at < payments.length; at += AT_ONCE) {
    const some = payments.slice(at, at + AT_ONCE)
    const became = await creditTopUps(cashier, source, some)
    some.forEach((payment, place) => note(cashier, outcomes, payment, became[place]))
    const returning = some.filter(({ refunds }) => refunds.some(({ state }) => state === 'returned'))
    if (returning.length > 0) await reverseTopUps(cashier, source, returning)
    const gone = returning.filter(isGone).map(({ providerRef }) => providerRef)
    if (gone.length > 0) await updateUnmatchedTakenBack(cashier.deps.db, source, gone)
  }
  return payments.map(({ providerRef }) => outcomes.get(providerRef))
}

/** Whether all of it went back. */
const isGone = ({ amountCents, refunds }: IncomingPayment): boolean =>
  refunds.filter(({ state }) => state === 'returned').reduce((sum, refund) => sum + refund.amountCents, 0) >=
  amountCents

function note(
  { alarm }: Cashier,
  outcomes: Map<string, CreditOutcome>,
  { providerRef }: IncomingPayment,
  outcome: CreditOutcome | undefined,
): void {
  if (outcome === undefined || outcomes.has(providerRef)) return
  outcomes.set(providerRef, outcome)
  if (outcome === 'to_return') alarm('stranger_paid', { providerRef })
}
