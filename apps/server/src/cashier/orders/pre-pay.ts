import { cents } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import type { OpenedOrder, OpenOrder } from './open-orders.ts'
import {
  type OpenCharge,
  type OwnOrder,
  selectOwnOrder,
  updateToFailed,
  updateToMoved,
} from './order-queries.ts'
import type { Calls } from '@palpite/contract'
import { orderStatus } from './rules.ts'

/** What is done for many players at once. */
export type PrePayCommands = {
  openOrder: (request: OpenOrder) => Promise<Result<OpenedOrder>>
  /** Keeps what the bank said of a charge that is open. */
  keepCharge: (charge: OpenCharge) => Promise<null>
}

type Given = Pick<PrePayCommands, 'keepCharge'> & { cashier: Cashier }

export type PrePaid = { orderId: string; payNo: string; url: string }

/**
 * Opens an order and its charge at the bank. The order, with the chargeRef, is committed before the bank is asked:
 * whatever the bank says later finds it. A bank that does not answer is a fault; asked again, it is the same
 * order and the same charge.
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
 * Opens the charge of an order where the order is. A provider that cannot open it leaves it to another: nobody has seen a
 * code of this order, so no charge of it can be paid but the one that is opened last.
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
      // Where it was opened or moved meanwhile, it is somebody else's to open.
      if (!to || !(await updateToMoved(cashier.deps.db, place, to))) throw error
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

/**
 * The address of an order's payment page. A path is ours wherever the app was opened; whoever is no browser needs
 * the address that is configured.
 */
const payUrl = ({ deps: { config } }: Pick<Cashier, 'deps'>, payNo: string): string =>
  `${config.PUBLIC_URL ? config.publicUrl : ''}/pay/${payNo}`
