import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { isWeakPassword } from '../passwords/rules.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { lockSecret } from '../players/queries.ts'
import type { Identity } from '../identity.ts'
import { accountTries } from '../sessions/login.ts'
import { tokenHash } from '../sessions/token.ts'
import { networkOf } from '../throttles/network.ts'
import { selectAllowed, takeAllowed } from './queries.ts'

type Refused = 'too_many_requests' | 'weak_password' | 'wrong_reset_code'

/**
 * Step three of a forgotten password: sets the new one, once, and ends every session of the player. Passkeys go too: whoever
 * knew the old password may have added one. A password that is changed by who knows it leaves them.
 */
export async function setPassword(
  identity: Identity,
  request: { password: string; chkId: string; lang: Lang; ip: string },
): Promise<Result<null, Refused>> {
  const { deps, settings, throttles } = identity
  const over = await throttles.take([{ name: 'new-password-network', of: networkOf(request.ip) }])
  if (over.size > 0) return refuse('too_many_requests')
  const chkHash = tokenHash(request.chkId)
  const [allowed] = await selectAllowed(deps.db, chkHash)
  if (!allowed) return refuse('wrong_reset_code')
  if (isWeakPassword(request.password, { min: settings.password.minLength, email: allowed.email })) {
    return refuse('weak_password') // the id is not used up: the player may choose again
  }
  const passwordHash = await identity.passwords.hash(request.password)
  return deps.db.begin(async (tx) => {
    await lockSecret(tx, allowed.playerId)
    const [taken] = await takeAllowed(tx, chkHash)
    if (!taken) return refuse('wrong_reset_code')
    const { playerId, email } = taken
    await deletePasskeysOf(tx, playerId)
    await replacePassword(tx, { playerId, passwordHash, tell: { email, lang: request.lang } })
    // Guesses at the old password say nothing about the new one.
    for (const guesses of accountTries(taken.email, networkOf(request.ip)))
      await throttles.forget(tx, guesses)
    deps.log.info({ playerId: taken.playerId }, 'a password was set by mail')
    return ok(null)
  })
}
