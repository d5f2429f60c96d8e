import type { CashierSettings, RequestWithdrawal } from '../cashier/index.ts'
import type { Player, RecordKyc } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { PersonalTable } from '../platform/personal-data.ts'
import type { Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import type { CompliancePolicy, IdentifyRefusal } from '../protection/index.ts'
import type { WageringSettings } from '../wagering/index.ts'

/** Whether one more player may be identified; called when only the recording is left. */
export type Admit = () => Promise<boolean>

/** The dependencies of this module's calls. */
export type Profile = {
  deps: Deps
  policy: CompliancePolicy
  /** The wagering settings in force. */
  readWageringSettings: () => Promise<WageringSettings>
  /** The cashier's settings in force. */
  readCashierSettings: () => Promise<CashierSettings>
  /** Records players' identities if the policy and the national register allow it. Answers in the order asked. */
  identify: (requests: readonly (RecordKyc & { admit: Admit })[]) => Promise<Result<null, IdentifyRefusal>[]>
  /** Identifies a player for a call from this address, within its network's limit. */
  identifyWithinRate: (ip: string, identify: (admit: Admit) => Promise<Result<null>>) => Promise<Result<null>>
  /** Whether the account's owner asks: by the password, and a code if there is a second factor. */
  confirmOwner: (request: {
    playerId: number
    sessionId: number
    password: string
    code: string
    lang: Lang
  }) => Promise<Result<null, 'too_many_requests' | 'wrong_password' | 'wrong_second_factor'>>
  /** Requests a withdrawal. */
  requestWithdrawal: (request: RequestWithdrawal) => Promise<Result<{ orderId: string }>>
  /** Every table with rows of a player. */
  personalData: readonly PersonalTable[]
  /** The credentials shown to a test account; undefined for anybody else. */
  credentialsOf: (player: Player) => { username: string; pwd: string } | undefined
}
