import { ok, refuse, type Result } from '../../platform/result.ts'
import { present } from '../../platform/assert.ts'
import { selectSecret, updatePassword } from '../players/queries.ts'
import type { Identity } from '../identity.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import type { Try } from '../throttles/throttles.ts'
import { isWeakPassword } from './rules.ts'

export type ChangePassword = {
  playerId: number
  /** The session that stays; all others of the player end. */
  sessionId: number
  oldPassword: string
  password: string
  passwordAgain: string
}

type Refused =
  | 'blocked_by_policy'
  | 'too_many_requests'
  | 'wrong_password'
  | 'passwords_differ'
  | 'weak_password'

/** Changes a password, for who knows the one in force. The test account's is shown to all, so it stays. */
export async function changePassword(
  identity: Identity,
  request: ChangePassword,
): Promise<Result<null, Refused>> {
  const { deps, settings, passwords, throttles } = identity
  const { playerId } = request
  const [row] = await selectSecret(deps.db, playerId)
  const secret = present(row, `player ${playerId}`)
  if (secret.isTest) return refuse('blocked_by_policy')
  if (request.password !== request.passwordAgain) return refuse('passwords_differ')
  if (isWeakPassword(request.password, { min: settings.password.minLength, email: secret.email })) {
    return refuse('weak_password')
  }
  // Who holds a stolen session must not find the password out by trying.
  const tries: Try[] = [{ name: 'change-password', of: String(playerId) }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  if (!(await passwords.verify(secret.passwordHash, request.oldPassword))) return refuse('wrong_password')
  const passwordHash = await passwords.hash(request.password)
  await deps.db.begin(async (tx) => {
    await updatePassword(tx, playerId, passwordHash)
    await endSessionsOf(tx, [playerId], request.sessionId)
  })
  await throttles.giveBack(tries)
  deps.log.info({ playerId }, 'a password was changed')
  return ok(null)
}
