import { cents } from '@palpite/money'
import { Fault } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import type { OpenedOrder, OpenOrder } from './open-orders.ts'
import {
  type OpenCharge,
  type OwnOrder,
  selectOwnOrder,
  updateToFailed,
  updateProvider,
  cancelWaitingOrder,
  expireOrders,
  updateToUnpaid,
} from './order-queries.ts'
import type { Calls } from '@palpite/contract'
import { orderStatus, type EndReason, endReason, type WireStatus } from './rules.ts'
import type { Charge } from '../rails/payment-gateway.ts'

/** The list commands that a single order uses. */
export type PrePayCommands = {
  openOrder: (request: OpenOrder) => Promise<Result<OpenedOrder>>
  /** Stores an open charge. */
  keepCharge: (charge: OpenCharge) => Promise<null>
}

type Given = Pick<PrePayCommands, 'keepCharge'> & { cashier: Cashier }

type PrePaid = { orderId: string; payNo: string; url: string }

/**
 * Opens an order and its charge at the bank. The order is committed with its chargeRef before the bank is called, so
 * every later report of the bank finds it. If the bank does not answer, the call fails; a retry uses the same order
 * and the same charge.
 */
export async function prePay(
  cashier: Cashier,
  { openOrder, keepCharge }: PrePayCommands,
  request: OpenOrder,
): Promise<Result<PrePaid>> {
  const opened = await openOrder(request)
  if (!opened.ok) return opened
  const { order } = opened.value
  if (order.status === 'created') await openCharge({ cashier, keepCharge }, opened.value)
  return ok({ orderId: order.id, payNo: order.payNo, url: payUrl(cashier, order.payNo) })
}

/**
 * Opens the charge of an order at its provider. If the provider cannot open it, another one does: no code of this
 * order was shown yet, so only the charge opened last can be paid.
 */
async function openCharge(given: Given, { order, person }: OpenedOrder): Promise<void> {
  const { cashier } = given
  const tried: string[] = []
  for (let place = order; ;) {
    tried.push(place.provider)
    try {
      return await openChargeAt(given, { order: place, person })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const other = cashier.providers.choose(tried)
      const to = other && { provider: other.name, chargeRef: cashier.deps.random.hex(16) }
      // Another request has opened or moved the order meanwhile.
      if (!to || !(await updateProvider(cashier.deps.db, place, to))) throw error
      cashier.deps.log.warn({ err: error, orderId: order.id, ...to }, 'an order goes to another bank')
      place = { ...place, ...to }
    }
  }
}

async function openChargeAt(
  { cashier: { providers, deps, policy, settings, alarm }, keepCharge }: Given,
  { order, person }: OpenedOrder,
): Promise<void> {
  const answer = await providers.named(order.provider).gateway.createCharge({
    chargeRef: order.chargeRef,
    amountCents: cents(order.amountCents),
    lifeSeconds: Math.max(1, order.secondsLeft),
    payer: person,
    isPayerOnly: policy.terms.ownNameOnly,
    text: settings.chargeText,
  })
  if (answer.kind === 'open' && answer.charge.brCode !== '') {
    await keepCharge({ id: order.id, chargeRef: order.chargeRef, brCode: answer.charge.brCode })
    return
  }
  const why = answer.kind === 'refused' ? answer.why : 'no code'
  alarm('charge_refused', { orderId: order.id, provider: order.provider, why })
  if (!providers.choose([order.provider])) await updateToFailed(deps.db, order)
  throw new Fault(`the bank opened no charge: ${why}`)
}

/** Waiting for the player to pay, or for the bank to answer with a code. */
const isStillToPay: ReadonlySet<string> = new Set(['00', '99'])

type Payment = Calls['GET /api/app/order/getPayment/:orderId']['data']

/**
 * The payment of the player's order: its page, its code and the time left. Read-only: the charge stays the same.
 * Another player's order answers exactly like a missing one.
 */
export async function readPayment(
  { deps }: Pick<Cashier, 'deps'>,
  { playerId, orderId }: OwnOrder,
): Promise<Result<Payment, 'not_found' | 'order_not_open'>> {
  const order = await selectOwnOrder(deps.db, { playerId, orderId })
  if (!order) return refuse('not_found')
  if (!isStillToPay.has(orderStatus(order))) return refuse('order_not_open')
  const { payNo, amountCents, secondsLeft, brCode } = order
  const url = payUrl({ deps }, payNo)
  return ok({ orderId, payNo, url, amountCents, secondsLeft, code: brCode === '' ? null : brCode })
}

/**
 * The address of an order's payment page: a path works wherever the app was opened; other clients need the configured
 * address.
 */
const payUrl = ({ deps: { config } }: Pick<Cashier, 'deps'>, payNo: string): string =>
  `${config.PUBLIC_URL ? config.publicUrl : ''}/pay/${payNo}`

/**
 * The status of the player's order, with the reason where the status does not say why it brought nothing. Another
 * player's order answers exactly like a missing one.
 */
export async function readOrderStatus(
  { deps }: Cashier,
  own: OwnOrder,
): Promise<Result<{ status: WireStatus; reason: EndReason | null }, 'not_found'>> {
  const order = await selectOwnOrder(deps.db, own)
  if (!order) return refuse('not_found')
  return ok({ status: orderStatus(order), reason: endReason(order) })
}

/**
 * Cancels an order. The charge is removed at the bank if the bank can be reached. Money already on its way is still
 * credited, or returned where the policy forbids third-party payers. Once the bank reports the charge as removed and
 * unpaid, it no longer counts against a deposit limit.
 */
export async function cancelOrder(
  { deps, providers }: Cashier,
  { playerId, orderId }: OwnOrder,
): Promise<Result<null, 'not_found' | 'order_not_open'>> {
  const order = await selectOwnOrder(deps.db, { playerId, orderId })
  if (!order) return refuse('not_found')
  if (order.status === 'cancelled') return ok(null)
  if (!(await cancelWaitingOrder(deps.db, orderId))) return refuse('order_not_open')
  const { gateway } = providers.named(order.provider)
  try {
    await gateway.removeCharge(order.chargeRef)
    const charge = await gateway.getCharge(order.chargeRef)
    if (charge && isUnpaid(charge)) await updateToUnpaid(deps.db, [orderId])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    deps.log.warn({ err: error, orderId }, 'a cancelled charge may stay open at the bank until it expires')
  }
  return ok(null)
}

/**
 * Whether a charge is unpaid and no longer payable, as the bank reports it: it is removed, or still open there
 * although its order ended long enough before the bank was asked.
 */
export const isUnpaid = ({ state, payments }: Charge, isOver = false): boolean =>
  payments.length === 0 && (state === 'removed' || (isOver && state === 'open'))

/** Expires orders past their time. The bank expires their charges by itself. */
export async function endOrders({ deps }: Cashier): Promise<number> {
  return (await expireOrders(deps.db)).length
}
