import { cents } from '@palpite/money'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { creditTopUps } from '../orders/credit-topups.ts'
import { openOrders } from '../orders/open-orders.ts'
import { testNeeds } from './needs.ts'
import { pixOf } from './orders.ts'

// A metric has one owner: each of these gets a registry of its own.
const cashierIn = (deps: Deps) => cashierOf({ ...deps, metrics: openMetrics() }, testNeeds()).cashier

/** Opens an order of R$ 100 that no bank was asked about. */
export async function openOrder(deps: Deps, playerId: number): Promise<{ id: string; chargeRef: string }> {
  const request = { playerId, packageId: 'brl-100', wantsBonusGrant: false }
  const [opened] = await openOrders(cashierIn(deps), [request])
  if (!opened?.ok) throw new Error('an order opens')
  return opened.value.order
}

/** Credits a payment as a bank would report it, for an order or for none. */
export async function receivePayment(
  deps: Deps,
  { amountCents, ...pix }: { providerRef: string; chargeRef: string; amountCents: number },
): Promise<void> {
  const cashier = cashierIn(deps)
  const payment = { ...pix, amountCents: cents(amountCents), paidAt: new Date() }
  await creditTopUps(cashier, pixOf(cashier), [{ ...payment, payerTaxId: undefined, refunds: [] }])
}
