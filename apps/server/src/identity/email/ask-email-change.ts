import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { selectSecret } from '../players/queries.ts'
import { emailOf } from '../players/rules.ts'
import { ofSession } from '../passwords/passwords.ts'
import { orGiveBack, type Try } from '../throttles/throttles.ts'
import { upsertEmailChange } from './queries.ts'

export type AskEmailChange = {
  playerId: number
  sessionId: number
  email: string
  password: string
  lang: Lang
}

/**
 * Asks for another e-mail, for who knows the password: a code goes to the new address. Whether somebody has that address
 * already the job that mails finds out, and mails nothing there; the answer is the same.
 */
export async function askEmailChange(
  { deps, passwords, throttles }: Identity,
  { playerId, sessionId, password, lang, ...typed }: AskEmailChange,
): Promise<Result<null, 'invalid_email' | 'too_many_requests' | 'wrong_password'>> {
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
  const mails: Try[] = [
    { name: 'email-change', of: String(playerId) },
    { name: 'reset-mail-email', of: email },
  ]
  if ((await throttles.take(mails)).size > 0) return refuse('too_many_requests')
  await upsertEmailChange(deps.db, { playerId, email, lang })
  return ok(null)
}
