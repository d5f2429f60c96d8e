import { cents } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import { ok, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import type { OpenedOrder, OpenOrder } from './open-orders.ts'
import { updateToFailed, updateToOpen } from './order-queries.ts'
import { payUrl } from './pay-url.ts'

export type PrePaid = { orderId: string; payNo: string; url: string }

/**
 * Opens an order and its charge at the bank. The order, with the txid, is committed before the bank is asked:
 * whatever the bank says later finds it. A bank that does not answer is a fault; asked again, it is the same
 * order and the same charge.
 */
export async function prePay(
  cashier: Cashier,
  open: (request: OpenOrder) => Promise<Result<OpenedOrder>>,
  request: OpenOrder,
): Promise<Result<PrePaid>> {
  const opened = await open(request)
  if (!opened.ok) return opened
  const { order } = opened.value
  if (order.status === 'created') await openCharge(cashier, opened.value)
  return ok({ orderId: order.id, payNo: order.payNo, url: payUrl(cashier, order.payNo) })
}

async function openCharge({ gateway, deps, settings, alarm }: Cashier, { order, person }: OpenedOrder) {
  const answer = await gateway.createCharge({
    txid: order.txid,
    amountCents: cents(order.amountCents),
    lifeSeconds: Math.max(1, order.secondsLeft),
    payer: person,
    text: settings.chargeText,
  })
  if (answer.kind === 'open' && answer.charge.brCode !== '') {
    await updateToOpen(deps.db, order.id, answer.charge.brCode)
    return
  }
  const why = answer.kind === 'refused' ? answer.why : 'no code'
  alarm('charge_refused', { orderId: order.id, why })
  await updateToFailed(deps.db, order.id)
  throw new Fault(`the bank opened no charge: ${why}`)
}
