import type { Tx } from '../../platform/db/index.ts'
import { updatePassword } from '../players/queries.ts'
import { deleteResetsOf } from '../reset/queries.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'

/**
 * Sets a player's password and ends all that could still open the account without it: codes that were mailed, the ids
 * they were exchanged for, and sessions (but the one that stays). The only way a password changes, whoever changes
 * it. The player's row is locked first, everywhere: by `lockSecret`, or by the update itself.
 */
export async function replacePassword(
  tx: Tx,
  change: { playerId: number; passwordHash: string; exceptSessionId?: number },
): Promise<void> {
  const { playerId, passwordHash, exceptSessionId } = change
  await updatePassword(tx, playerId, passwordHash)
  await deleteResetsOf(tx, playerId)
  await endSessionsOf(tx, [playerId], exceptSessionId)
}
