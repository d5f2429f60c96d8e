import { hash } from 'node:crypto'
import type { SessionEnding } from '@palpite/contract'
import type { Activity, Deps } from '../../platform/deps.ts'
import type { Sql, Db, Subscription, Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/callers.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { sessionEnded } from '../events.ts'
import type { IdentitySettings } from '../settings.ts'
import {
  selectSessions,
  touchSessions,
  deleteOwnSession,
  deleteSessions,
  deleteSessionsOf,
  deleteTicketsOf,
  type EndedRow,
  insertEndings,
  updateUntrusted,
  deleteLinksOf,
} from './queries.ts'

/** 256 random bits: a session cannot be guessed. */
export const TOKEN_BYTES = 32

/** What is kept of a token. Tokens are random, so one plain round of SHA-256 is enough. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

/**
 * Whose sessions these tokens are, in the order asked; nothing for a token that opens none (any more). `termsVersion` is the version of
 * the terms that players are to have accepted; null where none is asked for.
 */
export async function authenticate(
  sql: Sql,
  settings: Pick<IdentitySettings['session'], 'idleSeconds' | 'longestSeconds'> & {
    termsVersion: string | null
  },
  tokens: readonly string[],
): Promise<(PlayerSession | undefined)[]> {
  const hashes = tokens.map(tokenHash)
  const rows = await selectSessions(sql, [...new Set(hashes)], settings)
  const callers = new Map(
    rows.map(({ tokenHash: hash, owesTerms, ...session }) => [
      hash,
      { ...session, ...(owesTerms && { owesTerms }) },
    ]),
  )
  return hashes.map((hash) => callers.get(hash))
}

/** The channel on which the database sends the hash of each session that ended, with the commit that ends it. */
const CHANNEL = 'identity_session_ended'

type Options = {
  read: (token: string) => Promise<PlayerSession | undefined>
  /** Most sessions that are cached; past it the oldest is evicted. */
  max: number
  /** A session is read again after so long, whatever was notified. */
  forMs: number
}

export type SessionCache = {
  /** Who a token belongs to: as cached, or read. */
  find: (token: string) => Promise<PlayerSession | undefined>
  /** Begins to cache once endings are notified. */
  start: (db: Pick<Db, 'listen'>) => Subscription
}

const caches = new Set<(hash: string) => void>()

/** Evicts sessions that this server has just ended, before anybody is told that they ended. */
const evictSessions = (tokenHashes: readonly string[]): void => {
  for (const evict of caches) for (const hash of tokenHashes) evict(hash)
}

/**
 * Caches whose the sessions in use are, for as long as the database notifies of their endings. A lost connection empties
 * the cache, and nothing is cached until it is back: meanwhile each call reads, as without a cache.
 */
export function openSessionCache({ read, max, forMs }: Options): SessionCache {
  const cached = new Map<string, { caller: PlayerSession; until: number }>()
  let isSubscribed = false
  // A session read while some session ended is not kept: it may be that one, read a moment before.
  let endings = 0

  const put = (hash: string, caller: PlayerSession) => {
    cached.set(hash, { caller, until: performance.now() + forMs })
    if (cached.size <= max) return
    for (const oldest of cached.keys()) {
      cached.delete(oldest)
      return
    }
  }
  const evict = (hash: string) => {
    endings += 1
    cached.delete(hash)
  }

  return {
    find: async (token) => {
      const hash = tokenHash(token)
      const found = cached.get(hash)
      if (found && found.until > performance.now()) return found.caller
      cached.delete(hash)
      const before = endings
      const caller = await read(token)
      // One whose player has still to say yes to the terms is read anew with each call: the yes counts with the next one, everywhere.
      if (caller && !caller.owesTerms && isSubscribed && endings === before) put(hash, caller)
      return caller
    },
    start: (db) => {
      caches.add(evict)
      const subscription = db.listen(CHANNEL, {
        onMessage: evict,
        onHearing: (session) => {
          isSubscribed = session !== undefined
          endings += 1
          cached.clear()
        },
      })
      return {
        stop: async () => {
          caches.delete(evict)
          await subscription.stop()
        },
      }
    },
  }
}

/** Counts these players as active until now, for so long at most; the module above that holds limits on time does it. */
export type CountActivity = (sql: Sql, playerIds: readonly number[], windowMs: number) => Promise<unknown>

type SeenNeeds = { countActivity: CountActivity; everyMs: number; activity: Pick<Activity, 'drain'> }

/**
 * Which sessions were used since the last writing. Kept in memory, written once a minute: a session's idle time
 * may be counted a minute too long if this process dies, and no request ever waits for it. Their players are counted as
 * active at the same time, with those whose plays were admitted without a call of theirs.
 */
export function openSeenSessions(sql: Sql, { countActivity, everyMs, activity }: SeenNeeds) {
  let seen = new Map<number, number>()
  return {
    add: ({ sessionId, playerId }: Pick<PlayerSession, 'sessionId' | 'playerId'>): void => {
      seen.set(sessionId, playerId)
    },
    write: async (): Promise<void> => {
      const written = seen
      seen = new Map()
      const playerIds = [...new Set([...written.values(), ...activity.drain()])]
      if (playerIds.length === 0) return
      await Promise.all([
        written.size > 0 && touchSessions(sql, [...written.keys()]),
        countActivity(sql, playerIds, everyMs),
      ])
    },
  }
}

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
