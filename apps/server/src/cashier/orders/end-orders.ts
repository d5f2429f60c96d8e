import { Fault } from '../../platform/fault.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import type { Charge } from '../rails/payment-gateway.ts'
import {
  cancelWaitingOrder,
  expireOrders,
  type OwnOrder,
  selectOwnOrder,
  updateToUnpaid,
} from './order-queries.ts'
import { type EndReason, endReason, orderStatus, type WireStatus } from './rules.ts'

/**
 * Where the player's order stands, and why it came to nothing where the status does not tell. Somebody else's answers
 * exactly as one that is not there.
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
 * Gives up an order. The charge is removed at the bank as far as the bank can be reached; money that is on its
 * way already is still credited, or given back where somebody else's may not be taken. Once the bank says that it is removed
 * and nobody paid it, it counts against no deposit limit.
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
 * Whether a charge as the bank tells it was paid by nobody, nor can be any more: it is removed; or still open there, but its
 * order was over for long enough when the bank was asked.
 */
export const isUnpaid = ({ state, payments }: Charge, isOver = false): boolean =>
  payments.length === 0 && (state === 'removed' || (isOver && state === 'open'))

/** Ends orders whose time is over. The bank ends their charges by itself. */
export async function endOrders({ deps }: Cashier): Promise<number> {
  return (await expireOrders(deps.db)).length
}
