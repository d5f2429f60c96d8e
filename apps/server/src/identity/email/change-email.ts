import { audit } from '../../platform/audit/audit.ts'
import { present } from '../../platform/assert.ts'
import { brokeUnique } from '../../platform/db/failures.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { lockSecret, updateEmail } from '../players/queries.ts'
import { codeHash, isSameHash } from '../reset/codes.ts'
import { deleteResetsOf } from '../reset/queries.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { deletePayeeCodesOf } from '../payees/queries.ts'
import { deleteEmailChangeOf, insertSecuredNotice, lockEmailChange, updateChangeTried } from './queries.ts'

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
