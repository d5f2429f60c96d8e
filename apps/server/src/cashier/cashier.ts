import type { Deps } from '../platform/deps.ts'
import type { AlarmKind } from './alarms.ts'
import type { CashierNeeds } from './needs.ts'
import type { PayoutRails } from './rails/payout-rail.ts'
import type { Providers } from './rails/providers.ts'
import type { CashierSettings } from './settings.ts'
import type { Usdt } from './rails/usdt.ts'

/** What the commands of this module are given: the dependencies, what others gave, and the numbers in force. */
export type Cashier = Required<Omit<CashierNeeds, 'settings' | 'gateway' | 'usdt'>> & {
  deps: Deps
  /** The banks behind PIX. */
  providers: Providers
  /** The ways out that are no bank's, by name. */
  rails: PayoutRails
  usdt: Usdt
  settings: CashierSettings
  /** Raises an alarm when something happens at the bank that a person should look at; counted by kind. */
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  /** Shows how many payouts nobody knows the fate of. */
  unknownPayouts: (count: number) => void
  /** Shows how many withdrawals are past what their players were promised. */
  lateWithdrawals: (count: number) => void
  /** Wakes the job that sends and follows payouts. */
  wakePayouts: () => void
  /** Wakes the job that handles webhooks. */
  wakeHooks: () => void
}
