import type { CashierSettings } from '../cashier/index.ts'
import type { Player } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import type { WageringSettings } from '../wagering/index.ts'

/** What the calls of this module are given. */
export type Profile = {
  deps: Deps
  policy: CompliancePolicy
  /** What stakes count for, as it is in force. */
  readWageringSettings: () => Promise<WageringSettings>
  /** What a top-up asks for, as it is in force. */
  readCashierSettings: () => Promise<CashierSettings>
  /** The credentials that a test account may be shown; of nobody else. */
  credentialsOf: (player: Player) => { username: string; pwd: string } | undefined
}
