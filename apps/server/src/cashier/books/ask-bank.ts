import type { Cashier } from '../cashier.ts'
import { selectOrdersToCheck } from '../orders/order-queries.ts'
import { makePayoutsDue } from '../withdrawals/payout-queries.ts'
import { checkOrders, type HeardOfCharge } from './reconcile.ts'

/** What asking came to; a payout is asked about by its job, which alone may send it once more. */
export type Heard = HeardOfCharge | 'asked' | 'not_asked'

/**
 * Asks banks once more about top-ups and payouts, by the same steps as the jobs that do so unasked: whatever the bank says is
 * booked once, however often and by whomever it is asked. Each is asked about once in a list. Answers in the order given.
 */
export async function askBanks(cashier: Cashier, orderIds: readonly string[]): Promise<Heard[]> {
  const { deps } = cashier
  const ids = [...new Set(orderIds)]
  const heard = new Map<string, Heard>()
  const payouts = await makePayoutsDue(deps.db, ids)
  for (const { id } of payouts) heard.set(id, 'asked')
  if (payouts.length > 0) cashier.wakePayouts()
  const orders = await selectOrdersToCheck(deps.db, ids)
  const said = await checkOrders(cashier, orders)
  for (const [at, { id }] of orders.entries()) heard.set(id, said[at] ?? 'silent')
  return orderIds.map((id) => heard.get(id) ?? 'not_asked')
}
