import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { sessionEnded } from '../events.ts'
import { deleteLinksOf } from '../links/queries.ts'
import { evictSessions } from './session-cache.ts'
import { deleteOwnSession, deleteSessions, deleteSessionsOf, type EndedRow } from './queries.ts'

/** Ends these sessions: their tokens open nothing from the commit on. One that is over already is passed over. */
export const endSessions = (deps: Deps, sessionIds: readonly number[]): Promise<void> =>
  deps.db.begin(async (tx) => announceEnded(tx, await deleteSessions(tx, sessionIds)))

/** Ends a session of this player; one of somebody else is none. */
export const endOwnSession = (deps: Deps, own: { playerId: number; sessionId: number }): Promise<void> =>
  deps.db.begin(async (tx) => announceEnded(tx, await deleteOwnSession(tx, own)))

/** Ends all sessions of these players, but the one that stays, and every link that would open another. */
export const endSessionsOf = async (
  tx: Tx,
  playerIds: readonly number[],
  exceptSessionId = 0,
): Promise<void> => {
  await deleteLinksOf(tx, playerIds)
  await announceEnded(tx, await deleteSessionsOf(tx, playerIds, exceptSessionId))
}

/** The event `session.ended`, so that open sockets of the session close; here its token opens nothing any more. */
export const announceEnded = (tx: Tx, ended: readonly EndedRow[]): Promise<void> => {
  tx.afterCommit(() => evictSessions(ended.map(({ tokenHash }) => tokenHash)))
  return writeEvents(
    tx,
    sessionEnded,
    ended.map(({ sessionId, playerId }) => ({ sessionId, playerId })),
  )
}
