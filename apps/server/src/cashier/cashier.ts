import type { Deps } from '../platform/deps.ts'
import type { CashierNeeds } from './needs.ts'
import type { PaymentGateway } from './gateway/index.ts'
import type { PayoutRails } from './rails/index.ts'
import type { CashierSettings } from './settings.ts'
import type { Usdt } from './usdt/index.ts'

/** What the commands of this module are given: the dependencies, what others gave, and the numbers in force. */
export type Cashier = Required<Omit<CashierNeeds, 'settings' | 'gateway' | 'usdt'>> & {
  deps: Deps
  gateway: PaymentGateway
  /** The ways out, by name. */
  rails: PayoutRails
  usdt: Usdt
  settings: CashierSettings
  /** Raises an alarm when something happens at the bank that a person should look at; counted by kind. */
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  /** Shows how many payouts nobody knows the fate of. */
  unknownPayouts: (count: number) => void
  /** Wakes the job that sends and follows payouts. */
  wakePayouts: () => void
  /** Wakes the job that handles webhooks. */
  wakeHooks: () => void
}

export type AlarmKind =
  | 'forged_webhook'
  | 'unreadable_webhook'
  | 'unmatched_payment'
  | 'other_amount'
  | 'paid_twice'
  | 'stranger_paid'
  | 'reversal'
  | 'reversal_too_large'
  | 'payout_unknown'
  | 'payout_differs'
  | 'withdrawal_late'
  | 'charge_refused'
  | 'day_differs'
  | 'players_money_short'
  | 'hot_wallet_low'
