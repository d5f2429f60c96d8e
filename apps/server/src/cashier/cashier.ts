import type { Deps } from '../platform/deps.ts'
import type { PayoutRails, PaymentGateway } from './rails/payment-gateway.ts'
import type { Providers } from './rails/providers.ts'
import type { CashierSettings } from './settings.ts'
import type { Usdt } from './rails/usdt-rail.ts'
import type { Lang } from '../platform/texts.ts'
import type { Result } from '../platform/result.ts'
import type { Payee, SessionProof } from '../identity/index.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import type { AlarmKind } from './alarms.ts'
import type { WaitingUsdt } from './usdt-topups/queries.ts'

/** What the commands of this module receive: dependencies, other modules' functions, and the settings in force. */
export type Cashier = Required<Omit<CashierNeeds, 'settings' | 'gateway' | 'usdt'>> & {
  deps: Deps
  /** The banks behind PIX. */
  providers: Providers
  /** The payout rails other than PIX, by name. */
  rails: PayoutRails
  usdt: Usdt
  settings: CashierSettings
  /** Raises an alarm for operators about a bank or a chain; counted by kind. */
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  /** Sets the metric of payouts whose outcome is unknown. */
  unknownPayouts: (count: number) => void
  /** Sets the metric of withdrawals past the promised time. */
  lateWithdrawals: (count: number) => void
  /** Sets the metrics of USDT that waits until operators have reviewed its players. */
  waitingUsdt: (waiting: WaitingUsdt) => void
  /** Wakes the job that sends and follows payouts. */
  wakePayouts: () => void
  /** Wakes the job that handles webhooks. */
  wakeHooks: () => void
}

/** The terms of a VIP level: withdrawals a day, and the fee in hundredths of a percent. */
export type VipTerms = { withdrawalsADay: number; feeBps: number }

/** An open game: its code, and its name if a studio made it. */
export type OpenGame = { code: string; name: string | null }

/** What the composition gives the cashier. All of it is required: a silent default would hide a missing connection. */
export type CashierNeeds = {
  policy: CompliancePolicy
  /** The withdrawal terms of each player's VIP level. */
  readVipTerms: (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlyMap<number, VipTerms>>
  /** The players with an open game or round, and which game. Read with their accounts locked. */
  inGame: (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlyMap<number, readonly OpenGame[]>>
  proofs: {
    /** What was just re-entered in each of these sessions: the password, and the second factor of a player who has one. */
    read: (sql: Sql, sessionIds: readonly number[]) => Promise<ReadonlyMap<number, SessionProof>>
    /** Marks the second factor of these sessions as used: one entry authorises one payment. */
    spend: (tx: Tx, sessionIds: readonly number[]) => Promise<void>
  }
  /** Confirmation codes mailed to players for a first payout to a payee. */
  payees: {
    ask: (request: Payee & { shown: string; lang: Lang }) => Promise<Result<null, 'too_many_requests'>>
    confirm: (request: Payee & { code: string }) => Promise<Result<null, 'wrong_reset_code'>>
    /** The payees of these that were just confirmed. */
    confirmed: (sql: Sql, payees: readonly Payee[]) => Promise<readonly Payee[]>
  }
  /** The payment provider, for tests that replace it; by default the one that the environment names. */
  gateway?: PaymentGateway
  /** The USDT parts, for tests that replace them; by default those that the environment names. */
  usdt?: Usdt
  settings?: Partial<CashierSettings>
}
