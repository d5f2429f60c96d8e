import { ok, refuse, type Result } from '../../platform/result.ts'
import { present } from '../../platform/assert.ts'
import { selectSecret, updatePassword } from '../players/queries.ts'
import type { Room } from '../room.ts'
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
export async function changePassword(room: Room, ask: ChangePassword): Promise<Result<null, Refused>> {
  const { house, settings, passwords, throttles } = room
  const { playerId } = ask
  const [row] = await selectSecret(house.db, playerId)
  const secret = present(row, `player ${playerId}`)
  if (secret.isTest) return refuse('blocked_by_policy')
  if (ask.password !== ask.passwordAgain) return refuse('passwords_differ')
  if (isWeakPassword(ask.password, { least: settings.password.leastLength, email: secret.email })) {
    return refuse('weak_password')
  }
  // Who holds a stolen session must not find the password out by trying.
  const tries: Try[] = [{ name: 'change-password', of: String(playerId) }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  if (!(await passwords.verify(secret.passwordHash, ask.oldPassword))) return refuse('wrong_password')
  const passwordHash = await passwords.hash(ask.password)
  await house.db.begin(async (tx) => {
    await updatePassword(tx, playerId, passwordHash)
    await endSessionsOf(tx, [playerId], ask.sessionId)
  })
  await throttles.giveBack(tries)
  house.log.info({ playerId }, 'a password was changed')
  return ok(null)
}
