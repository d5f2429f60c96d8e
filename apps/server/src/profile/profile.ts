import type { CashierSettings, RequestWithdrawal } from '../cashier/index.ts'
import type { Player, RecordKyc } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { PersonalTable } from '../platform/personal-data.ts'
import type { Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import type { CompliancePolicy, IdentifyRefusal } from '../protection/index.ts'
import type { WageringSettings } from '../wagering/index.ts'

/** Whether one more may be identified, asked when all that is left is to record who a player is. */
export type Admit = () => Promise<boolean>

/** What the calls of this module are given. */
export type Profile = {
  deps: Deps
  policy: CompliancePolicy
  /** What stakes count for, as it is in force. */
  readWageringSettings: () => Promise<WageringSettings>
  /** What a top-up asks for, as it is in force. */
  readCashierSettings: () => Promise<CashierSettings>
  /** Records who players are, as the policy and the national register allow. Answers in the order asked. */
  identify: (requests: readonly (RecordKyc & { admit: Admit })[]) => Promise<Result<null, IdentifyRefusal>[]>
  /** Identifies a player for a call from this address, as often as its network may. */
  identifyWithinRate: (ip: string, identify: (admit: Admit) => Promise<Result<null>>) => Promise<Result<null>>
  /** Whether the owner of the account asks: by the password, and by a code where there is a second factor. */
  confirmOwner: (request: {
    playerId: number
    sessionId: number
    password: string
    code: string
    lang: Lang
  }) => Promise<Result<null, 'too_many_requests' | 'wrong_password' | 'wrong_second_factor'>>
  /** Takes on a withdrawal, which is then paid. */
  requestWithdrawal: (request: RequestWithdrawal) => Promise<Result<{ orderId: string }>>
  /** Every table that keeps rows of a player. */
  personalData: readonly PersonalTable[]
  /** The credentials that a test account may be shown; of nobody else. */
  credentialsOf: (player: Player) => { username: string; pwd: string } | undefined
}
