import type { Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import { deleteEmailChangeOf, insertSecuredNotice } from '../email/queries.ts'
import { updatePassword } from '../players/queries.ts'
import { deleteResetsOf } from '../reset/queries.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'

type NewPassword = {
  playerId: number
  passwordHash: string
  /** Where to say so; nobody reads what is mailed to the test account. */
  tell: { email: string; lang: Lang } | null
  exceptSessionId?: number
}

/**
 * Sets a player's password, tells its player, and ends all that could still open the account without it: codes that were mailed, the ids
 * they were exchanged for, another e-mail that was asked for, and sessions (but the one that stays). The only way a password changes, whoever changes
 * it. The player's row is locked first, everywhere: by `lockSecret`, or by the update itself.
 */
export async function replacePassword(tx: Tx, change: NewPassword): Promise<void> {
  const { playerId, passwordHash, tell, exceptSessionId } = change
  await updatePassword(tx, playerId, passwordHash)
  await deleteResetsOf(tx, playerId)
  await deleteEmailChangeOf(tx, playerId)
  if (tell) await insertSecuredNotice(tx, { ...tell, playerId, what: 'password' })
  await endSessionsOf(tx, [playerId], { ending: 'password', exceptSessionId })
}
