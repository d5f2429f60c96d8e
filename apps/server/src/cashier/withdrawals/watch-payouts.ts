import type { Cashier } from '../cashier.ts'
import { claimLate, selectLateCount } from '../reviews/index.ts'
import { claimAlarms, selectUnknownCount } from './payout-queries.ts'

/** Late withdrawals told about by one look; the next look tells about others. */
const LATE_AT_ONCE = 100

/** Raises the alarm about payouts that nobody knows the fate of, and about those later than they were promised. */
export async function watchPayouts(cashier: Cashier): Promise<void> {
  const { deps, settings, alarm } = cashier
  cashier.unknownPayouts(await selectUnknownCount(deps.db))
  cashier.lateWithdrawals(await selectLateCount(deps.db))
  for (const { id } of await claimAlarms(deps.db, settings.payoutAlarmSeconds)) {
    alarm('payout_unknown', { orderId: id })
  }
  for (const { id, status } of await claimLate(deps.db, LATE_AT_ONCE))
    alarm('withdrawal_late', { orderId: id, status })
}
