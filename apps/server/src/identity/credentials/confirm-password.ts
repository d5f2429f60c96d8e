import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { selectSecret } from '../accounts/queries.ts'
import { orGiveBack, type Try } from '../abuse/throttles.ts'
import { ofSession } from './passwords.ts'
import { updateVerified } from '../sessions/queries.ts'

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

export type VerifyPassword = { playerId: number; sessionId: number; password: string }

/** Takes the password once more, within a session: for minutes it may do what a stolen one must not. */
export async function verifyPassword(
  identity: Identity,
  request: VerifyPassword,
): Promise<Result<null, 'too_many_requests' | 'wrong_password'>> {
  const confirmed = await confirmPassword(identity, { ...request, countedAs: 'verify-password' })
  if (!confirmed.ok) return confirmed
  const { deps, settings } = identity
  await updateVerified(deps.db, request.sessionId, settings.session.verifiedSeconds)
  return confirmed
}
