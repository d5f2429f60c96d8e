import { Fault } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import type { Charge } from '../rails/payment-gateway.ts'
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
const DAY = 24 * 60 * MINUTE

/** The listing of recent payments. */
const payments = {
  list: 'arrivals',
  firstSeconds: 3 * DAY,
  overlapSeconds: 10 * MINUTE,
  longestSeconds: 90 * DAY,
}
/** The listing of refunded payments: a bank may take one back for as long as refunds are possible. */
const returns = { list: 'refunded', firstSeconds: 0, overlapSeconds: 90 * DAY, longestSeconds: 90 * DAY }

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
  const outcomes = await processIncomingPayments(
    cashier,
    provider.source,
    await provider.gateway.listPayments(span),
  )
  await upsertReading(deps.db, list, span.to)
  const found = outcomes.filter((outcome) => outcome === 'credited').length
  if (found > 0) deps.log.info({ found }, 'the listing credited money that no webhook had told of')
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
  await processIncomingPayments(
    cashier,
    provider.source,
    await provider.gateway.listPayments(span, { refunded: true }),
  )
}

const ORDERS_AT_ONCE = 100
const CALLS_AT_ONCE = 5

/** The bank's answer about a charge: its state, that it does not know the charge, or no answer. */
type ChargeAnswer = Charge['state'] | 'absent' | 'silent'

async function reconcileOrders(cashier: Cashier): Promise<void> {
  await checkOrders(cashier, await claimOrdersToCheck(cashier.deps.db, ORDERS_AT_ONCE))
}

/** Checks the charges of these orders at the banks, and books the results. Answers them in the order given. */
async function checkOrders(cashier: Cashier, orders: readonly OrderToCheck[]): Promise<ChargeAnswer[]> {
  const answers: ChargeAnswer[] = []
  for (let at = 0; at < orders.length; at += CALLS_AT_ONCE) {
    const some = orders.slice(at, at + CALLS_AT_ONCE)
    const found = await Promise.all(some.map((order) => checkOrder(cashier, order)))
    const unpaid = some.filter((_, place) => found[place]?.isUnpaid).map(({ id }) => id)
    if (unpaid.length > 0) await updateToUnpaid(cashier.deps.db, unpaid)
    answers.push(...found.map((one) => one.answer))
  }
  return answers
}

type Checked = { answer: ChargeAnswer; isUnpaid: boolean }

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
  const checked = await checkOrders(cashier, orders)
  for (const [at, { id }] of orders.entries()) answers.set(id, checked[at] ?? 'silent')
  return orderIds.map((id) => answers.get(id) ?? 'not_asked')
}
