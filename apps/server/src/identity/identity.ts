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

/** Refusals of a person whose CPF is formally valid. */
export type PersonRefusal =
  | 'national_register_down'
  | 'person_register_down'
  | 'identity_not_confirmed'
  | 'under_age'

/** Whether a person may register; with the date of birth if the register of persons gives it. */
export type MayIdentify = (
  person: PersonalIdentity,
) => Promise<
  Result<Pick<CheckedIdentity, 'isExposed'> & { birthDate: string | null }, 'cannot_register' | PersonRefusal>
>

/** What the commands of this module share: dependencies, settings, and the batches behind single calls. */
export type Identity = {
  deps: Deps
  settings: IdentitySettings
  passwords: Passwords
  throttles: Throttles
  captchas: Captchas
  proofs: Proofs
  openSession: (request: OpenSession) => Promise<Result<OpenedSession, OpenRefusal>>
  /** The same, inside the transaction of the action the session is opened for. */
  openSessionIn: (tx: Tx, request: OpenSession) => Promise<Result<OpenedSession, OpenRefusal>>
  registerPlayer: (request: RegisterPlayer) => Promise<Result<{ playerId: number }, 'cannot_register'>>
  /** Whether the compliance policy allows the registration. */
  mayRegister: () => Result<unknown, 'blocked_by_policy'>
  /** Whether a registration names the person. */
  needsIdentity: boolean
  mayIdentify: MayIdentify
}
