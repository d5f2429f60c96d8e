import { Fault } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import { skipFailing, skippedBy } from '../../platform/skip-failing.ts'
import type { Charge, IncomingPayment } from '../rails/payment-gateway.ts'
import type { Provider } from '../rails/providers.ts'
import { processIncomingPayments } from '../orders/incoming-payments.ts'
import { isUnpaid } from '../orders/waiting-orders.ts'
import {
  claimOrdersToCheck,
  type OrderToCheck,
  updateToOpen,
  updateToUnpaid,
  selectOrdersToCheck,
} from '../orders/order-queries.ts'
import { selectSpan, upsertReading } from './queries.ts'
import { makePayoutsDue } from '../withdrawals/payout-queries.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The listing of recent payments. A run reads half a day at most: a longer span could have too many pages,
 * and would fail in every run.
 */
const payments = {
  list: 'arrivals',
  firstSeconds: 3 * DAY,
  overlapSeconds: 10 * MINUTE,
  longestSeconds: 90 * DAY,
  atOnceSeconds: 12 * HOUR,
}

/**
 * How long a payment that cannot be booked is listed again; shorter than what a run reads, so that each run
 * reaches the newest payments. After that the charge of its order is still checked for three days, and the
 * daily report names it.
 */
const LISTED_AGAIN_SECONDS = 6 * HOUR

/** The listing of refunded payments: a bank may take one back for as long as refunds are possible. */
const returns = {
  list: 'refunded',
  firstSeconds: 0,
  overlapSeconds: 90 * DAY,
  longestSeconds: 90 * DAY,
  atOnceSeconds: 91 * DAY,
}

/**
 * Finds what a lost webhook left out: reads each bank's listing of received payments, and checks charges that are
 * open or ended not long ago. Late payments are credited too. Each step runs even if another fails; the failures are
 * thrown at the end.
 */
export async function reconcile(cashier: Cashier): Promise<void> {
  const failures: unknown[] = []
  const steps = [
    ...cashier.providers.all.map((provider) => () => readIncomingPayments(cashier, provider)),
    () => reconcileOrders(cashier),
  ]
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'several steps of reconciliation failed')
}

/** Each provider's listing has its own cursor. */
const listOf = ({ name }: Provider, list: string): string => `${list}:${name}`

async function readIncomingPayments(cashier: Cashier, provider: Provider): Promise<void> {
  const { deps } = cashier
  const list = listOf(provider, payments.list)
  const span = await selectSpan(deps.db, { ...payments, list })
  const { outcomes, skipped } = await bookListed(cashier, provider, await provider.gateway.listPayments(span))
  await upsertReading(deps.db, list, span.to, skipped === 0 ? 0 : LISTED_AGAIN_SECONDS)
  const found = outcomes.filter((outcome) => outcome === 'credited').length
  if (found > 0) deps.log.info({ found }, 'the listing credited money that no webhook had told of')
}

/** Books listed payments; one that fails is skipped and reported, and all others are booked. */
async function bookListed(
  cashier: Cashier,
  { source, name }: Provider,
  payments: readonly IncomingPayment[],
) {
  let skipped = 0
  const report = skippedBy(cashier.deps, 'cashier-reconciling')
  const booked = await skipFailing(payments, {
    run: (some) => processIncomingPayments(cashier, source, some),
    skip: ({ providerRef }, error) => {
      skipped += 1
      report({ provider: name, providerRef }, error)
    },
  })
  return { outcomes: booked.flat(), skipped }
}

/** Reads all refunds that the bank still lists: the webhook of one may have been lost, even weeks after the Pix. */
export async function reconcileReturns(cashier: Cashier): Promise<void> {
  for (const provider of cashier.providers.all) {
    await readReturns(cashier, provider).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error
      cashier.deps.log.warn({ err: error, provider: provider.name }, 'a bank did not list its refunds')
    })
  }
}

async function readReturns(cashier: Cashier, provider: Provider): Promise<void> {
  const span = await selectSpan(cashier.deps.db, { ...returns, list: listOf(provider, returns.list) })
  await bookListed(cashier, provider, await provider.gateway.listPayments(span, { refunded: true }))
}

const ORDERS_AT_ONCE = 100
const CALLS_AT_ONCE = 5

/** The bank's answer about a charge: its state, that it does not know the charge, or no answer. */
type ChargeAnswer = Charge['state'] | 'absent' | 'silent'

/** Leaves out the orders of a bank that stopped answering: each would wait for it, and those of other banks behind it. */
async function reconcileOrders(cashier: Cashier): Promise<void> {
  const orders = await claimOrdersToCheck(cashier.deps.db, ORDERS_AT_ONCE)
  await checkOrders(cashier, orders, ({ provider }) => !cashier.providers.named(provider).isUp())
}

/** Checks the charges of these orders at the banks, and books the results. Answers in the order given. */
async function checkOrders(
  cashier: Cashier,
  orders: readonly OrderToCheck[],
  isLeftOut: (order: OrderToCheck) => boolean,
): Promise<ChargeAnswer[]> {
  const answers: ChargeAnswer[] = []
  for (let at = 0; at < orders.length; at += CALLS_AT_ONCE) {
    const some = orders.slice(at, at + CALLS_AT_ONCE)
    const found = await Promise.all(
      some.map(async (order) => (isLeftOut(order) ? unanswered : checkAlone(cashier, order))),
    )
    const unpaid = some.filter((_, place) => found[place]?.isUnpaid).map(({ id }) => id)
    if (unpaid.length > 0) await updateToUnpaid(cashier.deps.db, unpaid)
    answers.push(...found.map((one) => one.answer))
  }
  return answers
}

type Checked = { answer: ChargeAnswer; isUnpaid: boolean }

const unanswered: Checked = { answer: 'silent', isUnpaid: false }

/** An order that fails delays no other: it gets another check later. */
async function checkAlone(cashier: Cashier, order: OrderToCheck): Promise<Checked> {
  const [checked] = await skipFailing([order], {
    run: () => checkOrder(cashier, order),
    skip: ({ id }, error) => skippedBy(cashier.deps, 'cashier-reconciling')({ orderId: id }, error),
  })
  return checked ?? unanswered
}

/** Books the bank's report on an order's charge; answers its state, and whether it is unpaid and no longer payable. */
async function checkOrder(cashier: Cashier, order: OrderToCheck): Promise<Checked> {
  const { source } = cashier.providers.named(order.provider)
  const charge = await requestCharge(cashier, order)
  if (typeof charge === 'string') return { answer: charge, isUnpaid: false }
  // The answer to opening the charge was lost: its code can be shown now.
  if (order.status === 'created' && charge.brCode !== '')
    await updateToOpen(cashier.deps.db, [{ ...order, brCode: charge.brCode }])
  if (charge.payments.length > 0) await processIncomingPayments(cashier, source, charge.payments)
  return { answer: charge.state, isUnpaid: isUnpaid(charge, order.isOver) }
}

/** A charge that cannot be read does not delay the others: its order gets another check later. */
async function requestCharge(
  cashier: Cashier,
  { id: orderId, provider, chargeRef }: OrderToCheck,
): Promise<Charge | 'absent' | 'silent'> {
  try {
    return (await cashier.providers.named(provider).gateway.getCharge(chargeRef)) ?? 'absent'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    cashier.deps.log.warn({ err: error, orderId }, 'the bank did not answer about a charge')
    return 'silent'
  }
}

/** The result of asking. Payouts are not checked here: their own job does it, because only that job may send one again. */
export type BankAnswer = ChargeAnswer | 'asked' | 'not_asked'

/**
 * Asks banks again about top-ups and payouts, with the steps of the regular jobs: each report is booked once, however
 * often it is asked for. Each id is checked once per list. Answers in the order given.
 */
export async function askBanks(cashier: Cashier, orderIds: readonly string[]): Promise<BankAnswer[]> {
  const { deps } = cashier
  const ids = [...new Set(orderIds)]
  const answers = new Map<string, BankAnswer>()
  const payouts = await makePayoutsDue(deps.db, ids)
  for (const { id } of payouts) answers.set(id, 'asked')
  if (payouts.length > 0) cashier.wakePayouts()
  const orders = await selectOrdersToCheck(deps.db, ids)
  const checked = await checkOrders(cashier, orders, () => false)
  for (const [at, { id }] of orders.entries()) answers.set(id, checked[at] ?? 'silent')
  return orderIds.map((id) => answers.get(id) ?? 'not_asked')
}
