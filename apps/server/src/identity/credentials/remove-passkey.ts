import { audit } from '../../platform/audit/audit.ts'
import { present } from '../../platform/assert.ts'
import { ok, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { confirmPassword } from './confirm-password.ts'
import { insertSecuredNotice, lockSecret } from '../accounts/queries.ts'
import { deletePasskey } from './passkey-queries.ts'
import { requireStepUp } from './step-up.ts'

export type RemovePasskey = {
  playerId: number
  sessionId: number
  passkeyId: number
  password: string
  lang: Lang
}

/**
 * Removes a passkey, for who knows the password and has just given a second factor, where there is one; one that is gone already is no
 * failure. Its player is told by mail.
 */
export async function removePasskey(
  identity: Identity,
  { playerId, sessionId, passkeyId, password, lang }: RemovePasskey,
): Promise<Result<null, 'too_many_requests' | 'wrong_password' | 'step_up_needed'>> {
  const { deps } = identity
  const confirmed = await confirmPassword(identity, {
    playerId,
    sessionId,
    password,
    countedAs: 'change-password',
  })
  if (!confirmed.ok) return confirmed
  const proved = await requireStepUp(deps.db, sessionId)
  if (!proved.ok) return proved
  await deps.db.begin(async (tx) => {
    const [row] = await lockSecret(tx, playerId)
    const { email } = present(row, `player ${playerId}`)
    if (!(await deletePasskey(tx, { playerId, passkeyId }))) return
    await insertSecuredNotice(tx, { playerId, email, lang, what: 'passkey_removed' })
    await audit(tx, {
      actor: { kind: 'player', id: playerId },
      action: 'passkey.removed',
      subject: `player:${playerId}`,
    })
    deps.log.info({ playerId }, 'a passkey was removed')
  })
  return ok(null)
}
