import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { selectSecret } from '../players/queries.ts'
import { orGiveBack, type Try } from '../throttles/throttles.ts'
import { ofSession } from './passwords.ts'

type ConfirmPassword = {
  playerId: number
  sessionId: number
  password: string
  countedAs: 'change-password' | 'verify-password'
}

/**
 * Whether this is the password of the player, once more within a session: for what a stolen one must not do. Tries are
 * counted by session, so that a thief's guesses leave the player the own ones.
 */
export async function confirmPassword(
  { deps, passwords, throttles }: Identity,
  { playerId, sessionId, password, countedAs }: ConfirmPassword,
): Promise<Result<null, 'too_many_requests' | 'wrong_password'>> {
  const tries: Try[] = [{ name: countedAs, of: `${playerId} ${sessionId}` }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  const [secret] = await selectSecret(deps.db, playerId)
  const { passwordHash } = present(secret, `player ${playerId}`)
  const matches = await orGiveBack(throttles, tries, () =>
    passwords.verify(passwordHash, password, ofSession),
  )
  if (!matches) return refuse('wrong_password')
  await throttles.giveBack(tries)
  return ok(null)
}
