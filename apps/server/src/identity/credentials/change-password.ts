import { ok, refuse, type Result } from '../../platform/result.ts'
import { present } from '../../platform/errors.ts'
import type { Lang } from '../../platform/texts.ts'
import { insertSecuredNotice, lockSecret, selectSecret, updatePassword } from '../accounts/queries.ts'
import type { Identity } from '../identity.ts'
import { refundOnFault, type Try } from '../abuse/throttles.ts'
import { isWeakPassword, ofSession } from './passwords.ts'
import type { Tx } from '../../platform/db/index.ts'
import { requireStepUp } from './step-up.ts'
import { deleteEmailChangeOf, deleteResetsOf } from './code-queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { updateUntrusted } from '../sessions/queries.ts'

export type ChangePassword = {
  playerId: number
  /** The session that stays; all others of the player end. */
  sessionId: number
  oldPassword: string
  password: string
  passwordAgain: string
  lang: Lang
}

type Refused =
  | 'too_many_requests'
  | 'wrong_password'
  | 'passwords_differ'
  | 'weak_password'
  | 'step_up_needed'

/**
 * Changes a password, with the current one and a fresh second factor if there is one. Ends other sessions, mailed
 * codes and their ids.
 */
export async function changePassword(
  identity: Identity,
  request: ChangePassword,
): Promise<Result<null, Refused>> {
  const { deps, settings, passwords, throttles } = identity
  const { playerId } = request
  const [row] = await selectSecret(deps.db, playerId)
  const secret = present(row, `player ${playerId}`)
  if (request.password !== request.passwordAgain) return refuse('passwords_differ')
  if (isWeakPassword(request.password, { min: settings.password.minLength, email: secret.email })) {
    return refuse('weak_password')
  }
  // The holder of a stolen session must not guess the password. Counted by session, so that a thief's guesses do not
  // use up the player's.
  const tries: Try[] = [{ name: 'change-password', of: `${playerId} ${request.sessionId}` }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const matches = await refundOnFault(throttles, tries, () =>
    passwords.verify(secret.passwordHash, request.oldPassword, ofSession),
  )
  if (!matches) return refuse('wrong_password')
  const proved = await requireStepUp(deps.db, request.sessionId)
  if (!proved.ok) {
    await throttles.refund(tries)
    return proved
  }
  const passwordHash = await refundOnFault(throttles, tries, () =>
    passwords.hash(request.password, ofSession),
  )
  const changed = await deps.db.begin(async (tx): Promise<Result<null, Refused>> => {
    const [now] = await lockSecret(tx, playerId)
    // Changed during this verification: the verified password is no longer the current one.
    if (now?.passwordHash !== secret.passwordHash) return refuse('wrong_password')
    const { lang, sessionId: exceptSessionId } = request
    await replacePassword(tx, { playerId, passwordHash, report: { email: now.email, lang }, exceptSessionId })
    return ok(null)
  })
  if (!changed.ok) return changed
  await throttles.refund(tries)
  deps.log.info({ playerId }, 'a password was changed')
  return changed
}

type NewPassword = {
  playerId: number
  passwordHash: string
  /** Where to send the notice; the test account gets none. */
  report: { email: string; lang: Lang } | null
  exceptSessionId?: number
}

/**
 * Sets a player's password, notifies the player, and ends everything that could still open the account without it:
 * mailed codes, the ids they were exchanged for, a pending e-mail change, and sessions (except the one that stays).
 * Every password change goes through here. The player's row is locked first, by `lockSecret` or by the update itself.
 */
export async function replacePassword(tx: Tx, change: NewPassword): Promise<void> {
  const { playerId, passwordHash, report, exceptSessionId } = change
  await updatePassword(tx, playerId, passwordHash)
  await updateUntrusted(tx, playerId)
  await deleteResetsOf(tx, playerId)
  await deleteEmailChangeOf(tx, playerId)
  if (report) await insertSecuredNotice(tx, { ...report, playerId, what: 'password' })
  await endSessionsOf(tx, [playerId], { ending: 'password', exceptSessionId })
}
