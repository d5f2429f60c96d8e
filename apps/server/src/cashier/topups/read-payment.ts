import type { Calls } from '@palpite/contract'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { type OwnOrder, selectOwnOrder } from './order-queries.ts'
import { payUrl } from './pay-url.ts'
import { orderStatus } from './rules.ts'

/** Waiting for the player, or for the bank to answer with a code. */
const isStillToPay: ReadonlySet<string> = new Set(['00', '99'])

type Payment = Calls['GET /api/app/order/getPayment/:orderId']['data']

/**
 * How the player's order is still to be paid: its page, its code and the time left. Reads only: the charge stays the
 * one that there is. Somebody else's order answers exactly as one that is not there.
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
