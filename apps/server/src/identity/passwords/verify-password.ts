import type { Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { updateVerified } from '../sessions/queries.ts'
import { confirmPassword } from './confirm-password.ts'

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
