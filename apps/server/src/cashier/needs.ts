import type { Lang } from '../platform/texts.ts'
import type { Result } from '../platform/result.ts'
import type { Payee, SessionProof } from '../identity/index.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import type { PaymentGateway } from './rails/payment-gateway.ts'
import type { CashierSettings } from './settings.ts'
import type { Usdt } from './rails/usdt.ts'

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
