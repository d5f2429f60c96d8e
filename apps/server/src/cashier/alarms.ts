import type { Deps } from '../platform/deps.ts'
import { aggregateRepeats } from '../platform/log.ts'
import type { WaitingUsdt } from './usdt-topups/queries.ts'

/** A condition that an operator should look at. */
export type AlarmKind =
  | 'forged_webhook'
  | 'unreadable_webhook'
  | 'webhook_parked'
  | 'unmatched_payment'
  | 'other_amount'
  | 'paid_twice'
  | 'stranger_paid'
  | 'reversal'
  | 'reversal_too_large'
  | 'refund_failed'
  | 'refund_late'
  | 'payout_unknown'
  | 'payout_differs'
  | 'withdrawal_late'
  | 'charge_refused'
  | 'day_differs'
  | 'day_not_reported'
  | 'players_money_short'
  | 'hot_wallet_low'
  | 'other_token'
  | 'usdt_no_rate'
  | 'bank_balance_differs'
  | 'provider_down'
  | 'provider_changed'
  | 'bank_said_nonsense'

type Ids = Readonly<Record<string, unknown>>

/** Alarms that outsiders can trigger with nothing but a call: logged at most once a minute. */
const TRIGGERED_BY_OUTSIDERS: ReadonlySet<AlarmKind> = new Set(['forged_webhook', 'other_token'])
const STRANGERS_EVERY_MS = 60_000

/** The module's alarms: counted as metrics and logged with their ids. */
export function openAlarms({ metrics, log }: Deps) {
  const alarms = metrics.counter('cashier_alarms_total', 'Alarms about banks and chains, by kind', ['kind'])
  const unknown = metrics.gauge('cashier_unknown_payouts', 'Payouts whose outcome is unknown')
  const late = metrics.gauge('cashier_late_withdrawals', 'Withdrawals past the promised time')
  const halted = metrics.gauge('cashier_payouts_halted', '1 while no new payout is sent')
  const waiting = metrics.gauge(
    'cashier_usdt_waiting_for_review',
    'USDT transfers that wait until operators have reviewed their exposed players',
  )
  const waitingCents = metrics.gauge('cashier_usdt_waiting_for_review_cents', 'The value of these transfers')
  const report = (kind: AlarmKind, ids: Ids) =>
    log.error({ alarm: kind, ...ids }, 'an alarm about a bank or a chain')
  const ofStrangers = aggregateRepeats<{ kind: AlarmKind; ids: Ids }>(
    STRANGERS_EVERY_MS,
    ({ kind, ids }, times) => report(kind, { ...ids, times }),
  )
  return {
    alarm: (kind: AlarmKind, ids: Ids): void => {
      alarms.inc({ kind })
      if (TRIGGERED_BY_OUTSIDERS.has(kind)) ofStrangers({ kind, ids })
      else report(kind, ids)
    },
    unknownPayouts: (count: number): void => unknown.set(count),
    lateWithdrawals: (count: number): void => late.set(count),
    waitingUsdt: ({ transfers, cents }: WaitingUsdt): void => {
      waiting.set(transfers)
      waitingCents.set(cents)
    },
    payoutsHalted: (isHalted: boolean): void => halted.set(isHalted ? 1 : 0),
  }
}
