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

/** What a VIP level gives: withdrawals a day, and the fee in hundredths of a percent. */
export type VipTerms = { withdrawalsADay: number; feeBps: number }

/** A game that is open: its code, and the name of one that a studio made. */
export type OpenGame = { code: string; name: string | null }

/** What the cashier is given by whoever composes the modules: all of it, because a silent default would hide a gap. */
export type CashierNeeds = {
  policy: CompliancePolicy
  /** The terms of the VIP level of each of these players. */
  readVipTerms: (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlyMap<number, VipTerms>>
  /** Which of these players have a game, or a round of one, that is still open, and which. Read with their accounts held. */
  inGame: (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlyMap<number, readonly OpenGame[]>>
  proofs: {
    /** What was just given again in each of these sessions: the password, and the second factor of a player who has one. */
    read: (sql: Sql, sessionIds: readonly number[]) => Promise<ReadonlyMap<number, SessionProof>>
    /** The second factor that was given in these sessions has paid somebody, and pays nobody else. */
    spend: (tx: Tx, sessionIds: readonly number[]) => Promise<void>
  }
  /** Codes mailed to players, which confirm whom they pay out to for the first time. */
  payees: {
    ask: (request: Payee & { shown: string; lang: Lang }) => Promise<Result<null, 'too_many_requests'>>
    confirm: (request: Payee & { code: string }) => Promise<Result<null, 'wrong_reset_code'>>
    /** Of these those that were just confirmed. */
    confirmed: (sql: Sql, payees: readonly Payee[]) => Promise<readonly Payee[]>
  }
  /** The payment provider, for tests of one that is none; else the one that the environment names. */
  gateway?: PaymentGateway
  /** What USDT needs, for tests of another; else what the environment names. */
  usdt?: Usdt
  settings?: Partial<CashierSettings>
}
