import { cents } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import type { Charge } from '../gateway/index.ts'
import { learnPixes } from '../topups/learn-pixes.ts'
import { claimOrdersToCheck, type OrderToCheck, updateToOpen } from '../topups/order-queries.ts'
import { claimTopUpsToReturn, type TopUpToReturn, updateToReturned } from '../topups/topup-queries.ts'
import { selectSpan, upsertReading } from './queries.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Pix that came in lately. */
const arrivals = {
  list: 'pix',
  firstSeconds: 3 * DAY,
  overlapSeconds: 10 * MINUTE,
  longestSeconds: 90 * DAY,
}
/** Pix of which money went back: the bank may take one back for as long as refunds are possible. */
const returns = { list: 'refunded', firstSeconds: 0, overlapSeconds: 90 * DAY, longestSeconds: 90 * DAY }

/**
 * Finds what a lost webhook left: reads the bank's listing of received Pix, and asks about charges that are
 * open, or ended not long ago. Money that came late is credited all the same. No step waits for another to
 * succeed: what failed is thrown once all were tried.
 */
export async function reconcile(cashier: Cashier): Promise<void> {
  const failures: unknown[] = []
  for (const step of [readArrivals, checkOrders, returnMoney]) {
    await step(cashier).catch((error: unknown) => failures.push(error))
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'several steps of reconciliation failed')
}

async function readArrivals(cashier: Cashier): Promise<void> {
  const { deps, gateway } = cashier
  const span = await selectSpan(deps.db, arrivals)
  const pixes = await gateway.listPix(span)
  const outcomes = await learnPixes(cashier, pixes)
  await upsertReading(deps.db, arrivals.list, span.to)
  const found = outcomes.filter((outcome) => outcome === 'credited').length
  if (found > 0) deps.log.info({ found }, 'the listing credited money that no webhook had told of')
}

/** Reads all refunds the bank still lists: a webhook about one of them may have been lost weeks after the Pix. */
export async function reconcileReturns(cashier: Cashier): Promise<void> {
  const span = await selectSpan(cashier.deps.db, returns)
  await learnPixes(cashier, await cashier.gateway.listPix(span, { refunded: true }))
}

const ORDERS_AT_ONCE = 100
const CALLS_AT_ONCE = 5

async function checkOrders(cashier: Cashier): Promise<void> {
  const orders = await claimOrdersToCheck(cashier.deps.db, ORDERS_AT_ONCE)
  for (let at = 0; at < orders.length; at += CALLS_AT_ONCE) {
    await Promise.all(orders.slice(at, at + CALLS_AT_ONCE).map((order) => checkOrder(cashier, order)))
  }
}

async function checkOrder(cashier: Cashier, { id, txid, status }: OrderToCheck): Promise<void> {
  const charge = await requestCharge(cashier, id, txid)
  if (!charge) return
  // The answer to opening the charge was lost: the code is shown after all.
  if (status === 'created' && charge.brCode !== '') await updateToOpen(cashier.deps.db, id, charge.brCode)
  if (charge.pixes.length > 0) await learnPixes(cashier, charge.pixes)
}

/** One charge that cannot be read does not keep the others waiting: its order has its next turn later. */
async function requestCharge(cashier: Cashier, orderId: string, txid: string): Promise<Charge | undefined> {
  try {
    return await cashier.gateway.getCharge(txid)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    cashier.deps.log.warn({ err: error, orderId }, 'the bank did not answer about a charge')
    return undefined
  }
}

/** Gives back what somebody else paid, where the policy may not take it: one refund a Pix, under its own id. */
async function returnMoney(cashier: Cashier): Promise<void> {
  for (const topUp of await claimTopUpsToReturn(cashier.deps.db, ORDERS_AT_ONCE)) {
    await returnOne(cashier, topUp)
  }
}

async function returnOne({ deps, gateway }: Cashier, { e2eid, amountCents }: TopUpToReturn): Promise<void> {
  try {
    const refund = await gateway.refund({ e2eid, id: 'stranger', amountCents: cents(amountCents) })
    if (refund.state === 'returned') await updateToReturned(deps.db, e2eid)
    else if (refund.state !== 'pending') deps.log.error({ e2eid, refund }, 'money could not be given back')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    deps.log.warn({ err: error, e2eid }, 'the bank did not answer about a refund')
  }
}
