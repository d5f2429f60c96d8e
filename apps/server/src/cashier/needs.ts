import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import type { PaymentGateway } from './gateway/index.ts'
import type { CashierSettings } from './settings.ts'

/** What a VIP level gives: withdrawals a day, and the fee in percent. */
export type VipTerms = { count: number; feePercent: number }

/** What the cashier is given by whoever joins the modules. */
export type CashierNeeds = {
  policy: CompliancePolicy
  /** The terms of the player's VIP level; those of level 0 where nobody says otherwise. */
  readVip?: (playerId: number) => Promise<VipTerms>
  /** Which of these players have a game round that is still open. Asked with their accounts held. */
  openRounds?: (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlySet<number>>
  /** The payment provider; the one that the environment names where nobody gives another. */
  gateway?: PaymentGateway
  settings?: Partial<CashierSettings>
}

/** Level 0 of the VIP table (SPEC §9). */
export const levelZero: VipTerms = { count: 1, feePercent: 3 }
