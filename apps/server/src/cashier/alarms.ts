import type { Deps } from '../platform/deps.ts'
import type { AlarmKind } from './cashier.ts'

/** The module's metrics: what a person should look at, counted and logged with its ids. */
export function openAlarms({ metrics, log }: Deps) {
  const alarms = metrics.counter('cashier_alarms_total', 'Things at the bank to look at', ['kind'])
  const unknown = metrics.gauge('cashier_unknown_payouts', 'Payouts that nobody knows the fate of')
  const halted = metrics.gauge('cashier_payouts_halted', '1 while no new payout is sent')
  return {
    alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>): void => {
      alarms.inc({ kind })
      log.error({ alarm: kind, ...ids }, 'something at the bank is to be looked at')
    },
    unknownPayouts: (count: number): void => unknown.set(count),
    payoutsHalted: (isHalted: boolean): void => halted.set(isHalted ? 1 : 0),
  }
}
