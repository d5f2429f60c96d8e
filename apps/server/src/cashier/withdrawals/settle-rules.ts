import type { CashierSettings } from '../settings.ts'
import { NUMBER_TAKEN } from '../usdt/index.ts'
import type { Outcome, ToSettle } from './settle-queries.ts'

type Payout = Pick<ToSettle, 'rail' | 'status' | 'why' | 'unknownSeconds' | 'quietSeconds'>
type Patience = Pick<CashierSettings, 'payoutAlarmSeconds' | 'payoutQuietSeconds'>

/**
 * Whether operators may say this of a payout. Whoever carries it has had the time of the alarm to say so itself; none is called
 * failed that may be on its way, nor one in USDT whose signed transaction a block may still take. A chain sends nothing back.
 */
export function maySettle(payout: Payout, outcome: Outcome, patience: Patience): boolean {
  const { rail, status, why, unknownSeconds, quietSeconds } = payout
  if (outcome === 'returned') return status === 'paid' && rail === 'pix'
  if (status !== 'unknown' || (unknownSeconds ?? 0) < patience.payoutAlarmSeconds) return false
  if (outcome === 'paid') return true
  if (rail === 'usdt') return why === NUMBER_TAKEN
  return (quietSeconds ?? 0) >= patience.payoutQuietSeconds
}
