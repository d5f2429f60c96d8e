import type { SessionEnding } from '@palpite/contract'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { sessionEnded } from '../events.ts'
import { deleteLinksOf } from './link-queries.ts'
import { evictSessions } from './session-cache.ts'
import {
  deleteOwnSession,
  deleteSessions,
  deleteSessionsOf,
  deleteTicketsOf,
  type EndedRow,
  insertEndings,
  updateUntrusted,
} from './queries.ts'

/** Ends these sessions by themselves: their tokens open nothing from the commit on. One that is over already is passed over. */
export const endSessions = (deps: Deps, sessionIds: readonly number[]): Promise<void> =>
  deps.db.begin(async (tx) => announceEnded(tx, await deleteSessions(tx, sessionIds), undefined))

/**
 * Ends a session of this player from another one; one of somebody else is none. Which device it was on is not known: none is
 * trusted any more, so that a lost one asks for the second factor.
 */
export const endOwnSession = (deps: Deps, own: { playerId: number; sessionId: number }): Promise<void> =>
  deps.db.begin(async (tx) => {
    await updateUntrusted(tx, own.playerId)
    await announceEnded(tx, await deleteOwnSession(tx, own), 'device')
  })

/** Ends all sessions of these players, but the one that stays, and every link and ticket that would open another. */
export const endSessionsOf = async (
  tx: Tx,
  playerIds: readonly number[],
  { ending, exceptSessionId = 0 }: { ending: SessionEnding; exceptSessionId?: number | undefined },
): Promise<void> => {
  await deleteLinksOf(tx, playerIds)
  await deleteTicketsOf(tx, playerIds)
  await announceEnded(tx, await deleteSessionsOf(tx, playerIds, exceptSessionId), ending)
}

/**
 * The event `session.ended`, so that open sockets of the session close; here its token opens nothing any more. Who holds it
 * is told why, where they did not end it themselves.
 */
export const announceEnded = async (
  tx: Tx,
  ended: readonly EndedRow[],
  ending: SessionEnding | undefined,
): Promise<void> => {
  if (ended.length === 0) return
  if (ending !== undefined)
    await insertEndings(
      tx,
      ended.map(({ tokenHash }) => tokenHash),
      ending,
    )
  tx.afterCommit(() => evictSessions(ended.map(({ tokenHash }) => tokenHash)))
  await writeEvents(
    tx,
    sessionEnded,
    ended.map(({ sessionId, playerId }) => ({ sessionId, playerId })),
  )
}
