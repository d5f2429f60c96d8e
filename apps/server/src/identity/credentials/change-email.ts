import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { insertSecuredNotice, lockSecret, selectSecret, updateEmail } from '../accounts/queries.ts'
import { emailOf } from '../accounts/rules.ts'
import { ofSession } from './passwords.ts'
import { orGiveBack, type Try } from '../abuse/throttles.ts'
import {
  deleteEmailChangeOf,
  lockEmailChange,
  updateChangeTried,
  upsertEmailChange,
} from './email-queries.ts'
import { audit } from '../../platform/audit/audit.ts'
import { brokeUnique } from '../../platform/db/failures.ts'
import { codeHash, isSameHash } from './codes.ts'
import { deleteResetsOf } from './reset-queries.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { deletePayeeCodesOf } from './payee-queries.ts'
import { requireStepUp } from './step-up.ts'

export type AskEmailChange = {
  playerId: number
  sessionId: number
  email: string
  password: string
  lang: Lang
}

/**
 * Asks for another e-mail, for who knows the password and has just given a second factor, where there is one: a code goes to the new address. Whether somebody has that address
 * already the job that mails finds out, and mails nothing there; the answer is the same.
 */
export async function askEmailChange(
  { deps, passwords, throttles }: Identity,
  { playerId, sessionId, password, lang, ...typed }: AskEmailChange,
): Promise<Result<null, 'invalid_email' | 'too_many_requests' | 'wrong_password' | 'step_up_needed'>> {
  const email = emailOf(typed.email)
  const [row] = await selectSecret(deps.db, playerId)
  const secret = present(row, `player ${playerId}`)
  if (email === undefined || email === secret.email) return refuse('invalid_email')
  // Counted by session, so that a thief's guesses leave the player the own ones.
  const tries: Try[] = [{ name: 'change-password', of: `${playerId} ${sessionId}` }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  const matches = await orGiveBack(throttles, tries, () =>
    passwords.verify(secret.passwordHash, password, ofSession),
  )
  if (!matches) return refuse('wrong_password')
  await throttles.giveBack(tries)
  const proved = await requireStepUp(deps.db, sessionId)
  if (!proved.ok) return proved
  const mails: Try[] = [
    { name: 'email-change', of: String(playerId) },
    { name: 'reset-mail-email', of: email },
  ]
  if ((await throttles.take(mails)).size > 0) return refuse('too_many_requests')
  await upsertEmailChange(deps.db, { playerId, email, lang })
  return ok(null)
}

export type ChangeEmail = { playerId: number; sessionId: number; code: string; lang: Lang }

/**
 * Changes the e-mail for the code that was mailed to the new address. What was mailed to the old one opens nothing any
 * more, other sessions end, and the old address is told. An address that somebody else has by now answers as a wrong code.
 */
export async function changeEmail(
  { deps, settings }: Identity,
  { playerId, sessionId, code, lang }: ChangeEmail,
): Promise<Result<null, 'wrong_reset_code'>> {
  const change = async (): Promise<Result<null, 'wrong_reset_code'>> =>
    deps.db.begin(async (tx) => {
      const [row] = await lockSecret(tx, playerId)
      const { email: before } = present(row, `player ${playerId}`)
      const [wanted] = await lockEmailChange(tx, playerId)
      if (!wanted?.lives || wanted.codeTries >= settings.reset.codeTries) return refuse('wrong_reset_code')
      if (!isSameHash(wanted.codeHash ?? '', codeHash(playerId, code.trim()))) {
        await updateChangeTried(tx, playerId)
        return refuse('wrong_reset_code')
      }
      await deleteResetsOf(tx, playerId) // those of the address that is still in force
      await deletePayeeCodesOf(tx, playerId)
      await updateEmail(tx, playerId, wanted.email)
      await deleteEmailChangeOf(tx, playerId)
      await endSessionsOf(tx, [playerId], { ending: 'email', exceptSessionId: sessionId })
      await insertSecuredNotice(tx, { playerId, email: before, lang, what: 'email' })
      await audit(tx, {
        actor: { kind: 'player', id: playerId },
        action: 'email.changed',
        subject: `player:${playerId}`,
      })
      return ok(null)
    })
  try {
    const changed = await change()
    if (changed.ok) deps.log.info({ playerId }, 'an e-mail was changed')
    return changed
  } catch (error) {
    if (brokeUnique(error, 'identity_player_email')) return refuse('wrong_reset_code')
    throw error
  }
}
