import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Result } from '../platform/result.ts'
import type { Captchas } from './abuse/captchas.ts'
import type { CheckedIdentity, PersonalIdentity } from './accounts/rules.ts'
import type { Passwords } from './credentials/passwords.ts'
import type { Proofs, Throttles } from './abuse/throttles.ts'
import type { RegisterPlayer } from './accounts/register-players.ts'
import type { OpenedSession, OpenRefusal, OpenSession } from './sessions/open-sessions.ts'
import type { IdentitySettings } from './settings.ts'

/** What may stand in the way of a person whose CPF has been checked by its digits. */
export type PersonRefusal =
  | 'national_register_down'
  | 'person_register_down'
  | 'identity_not_confirmed'
  | 'under_age'

/** Whether a person may register; with the date of birth where the register of persons told it. */
export type MayIdentify = (
  person: PersonalIdentity,
) => Promise<
  Result<Pick<CheckedIdentity, 'isExposed'> & { birthDate: string | null }, 'cannot_register' | PersonRefusal>
>

/** What the commands of this module share: the dependencies, its settings, and the lists behind single calls. */
export type Identity = {
  deps: Deps
  settings: IdentitySettings
  passwords: Passwords
  throttles: Throttles
  captchas: Captchas
  proofs: Proofs
  openSession: (request: OpenSession) => Promise<Result<OpenedSession, OpenRefusal>>
  /** The same in the transaction of what the session is opened for. */
  openSessionIn: (tx: Tx, request: OpenSession) => Promise<Result<OpenedSession, OpenRefusal>>
  registerPlayer: (request: RegisterPlayer) => Promise<Result<{ playerId: number }, 'cannot_register'>>
  /** Whether the compliance policy lets somebody register. */
  mayRegister: () => Result<unknown, 'blocked_by_policy'>
  mayIdentify: MayIdentify
}
