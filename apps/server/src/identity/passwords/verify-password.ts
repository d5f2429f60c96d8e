import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { selectSecret } from '../players/queries.ts'
import { updateVerified } from '../sessions/queries.ts'
import type { Try } from '../throttles/throttles.ts'

export type VerifyPassword = { playerId: number; sessionId: number; password: string }

/**
 * Takes the password once more, within a session: for minutes it may do what a stolen one must not. Tries are counted
 * by session, so that a thief's guesses leave the player the own ones.
 */
export async function verifyPassword(
  { deps, settings, passwords, throttles }: Identity,
  { playerId, sessionId, password }: VerifyPassword,
): Promise<Result<null, 'too_many_requests' | 'wrong_password'>> {
  const tries: Try[] = [{ name: 'verify-password', of: `${playerId} ${sessionId}` }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  const [secret] = await selectSecret(deps.db, playerId)
  const { passwordHash } = present(secret, `player ${playerId}`)
  if (!(await passwords.verify(passwordHash, password))) return refuse('wrong_password')
  await updateVerified(deps.db, sessionId, settings.session.verifiedSeconds)
  await throttles.giveBack(tries)
  return ok(null)
}
