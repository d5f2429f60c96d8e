import { Fault } from '../../platform/fault.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { cancelWaitingOrder, expireOrders, type OwnOrder, selectOwnOrder } from './order-queries.ts'
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
 * way already is still credited, or given back where somebody else's may not be taken.
 */
export async function cancelOrder(
  { deps, providers }: Cashier,
  { playerId, orderId }: OwnOrder,
): Promise<Result<null, 'not_found' | 'order_not_open'>> {
  const order = await selectOwnOrder(deps.db, { playerId, orderId })
  if (!order) return refuse('not_found')
  if (order.status === 'cancelled') return ok(null)
  if (!(await cancelWaitingOrder(deps.db, orderId))) return refuse('order_not_open')
  await providers
    .named(order.provider)
    .gateway.removeCharge(order.chargeRef)
    .catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error
      deps.log.warn({ err: error, orderId }, 'a cancelled charge stays open at the bank until it expires')
    })
  return ok(null)
}

/** Ends orders whose time is over. The bank ends their charges by itself. */
export async function endOrders({ deps }: Cashier): Promise<number> {
  return (await expireOrders(deps.db)).length
}
