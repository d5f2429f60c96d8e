import { hash } from 'node:crypto'
import type { SessionEnding } from '@palpite/contract'
import type { Activity, Deps } from '../../platform/deps.ts'
import type { Sql, Db, Subscription, Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/callers.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockSecret } from '../accounts/queries.ts'
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
  lockOpenSessions,
  updateUntrusted,
  deleteLinksOf,
} from './queries.ts'

/** 256 random bits: a session cannot be guessed. */
export const TOKEN_BYTES = 32

/** The stored form of a token. Tokens are random, so one round of SHA-256 is enough. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

/**
 * The sessions of these tokens, in order; undefined for an invalid token. `termsVersion` is the version of the terms
 * to accept; null if none is required.
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

/** The channel on which the database sends the hash of each ended session, at the commit that ends it. */
const CHANNEL = 'identity_session_ended'

type Options = {
  read: (token: string) => Promise<PlayerSession | undefined>
  /** Most sessions that are cached; past it the oldest is evicted. */
  max: number
  /** A cached session is read again after this long, whatever was notified. */
  forMs: number
}

export type SessionCache = {
  /** The owner of a token: cached, or read. */
  find: (token: string) => Promise<PlayerSession | undefined>
  /** Starts caching once notifications of endings arrive. */
  start: (db: Pick<Db, 'listen'>) => Subscription
}

const caches = new Set<(hash: string) => void>()

/** Evicts sessions that this server has just ended, before their end is answered. */
const evictSessions = (tokenHashes: readonly string[]): void => {
  for (const evict of caches) for (const hash of tokenHashes) evict(hash)
}

/**
 * Caches sessions in use, as long as the database notifies of their endings. A lost connection empties the cache, and
 * nothing is cached until it is back: meanwhile each call reads.
 */
export function openSessionCache({ read, max, forMs }: Options): SessionCache {
  const cached = new Map<string, { caller: PlayerSession; until: number }>()
  let isSubscribed = false
  // A session read while some session ended is not cached: it may be that one, read a moment before.
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
      // A session with terms to accept is read with each call: accepting counts from the next one, on every server.
      if (caller && !caller.owesTerms && isSubscribed && endings === before) put(hash, caller)
      return caller
    },
    start: (db) => {
      caches.add(evict)
      const subscription = db.listen(CHANNEL, {
        onMessage: evict,
        onSession: (session) => {
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

/** Counts these players as active until now, at most for so long; called by the module that holds limits on time. */
export type CountActivity = (sql: Sql, playerIds: readonly number[], windowMs: number) => Promise<unknown>

type SeenNeeds = { countActivity: CountActivity; everyMs: number; activity: Pick<Activity, 'drain'> }

/**
 * The sessions used since the last write. Kept in memory, written once a minute: a session's idle time may be counted
 * a minute too long if this process dies, and no request waits for a write. Their players are counted as active at
 * the same time, together with those whose plays were admitted without a call of theirs.
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

/**
 * Ends only these sessions: their tokens are refused from the commit on. Already ended ones are skipped. A link that one
 * of them issued would open another session, so their players' links are deleted.
 */
export const endSessions = (deps: Deps, sessionIds: readonly number[]): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ended = await deleteSessions(tx, sessionIds)
    const playerIds = [...new Set(ended.map(({ playerId }) => playerId))]
    if (playerIds.length > 0) await deleteLinksOf(tx, playerIds)
    await announceEnded(tx, ended, undefined)
  })

/**
 * Ends another session of this player; another player's is not found. Its device is unknown, so no device stays
 * trusted: a lost one must give the second factor. A link issued in it would open another session, so none stays.
 */
export const endOwnSession = (deps: Deps, own: { playerId: number; sessionId: number }): Promise<void> =>
  deps.db.begin(async (tx) => {
    await updateUntrusted(tx, own.playerId)
    const ended = await deleteOwnSession(tx, own)
    await deleteLinksOf(tx, [own.playerId])
    await announceEnded(tx, ended, 'device')
  })

/**
 * Ends every session of this player but the calling one, with all that would open another. No device stays trusted.
 * Of two sessions that end each other at once the first stays: the other one is logged out.
 */
export const endOtherSessions = (
  deps: Deps,
  { playerId, sessionId }: { playerId: number; sessionId: number },
): Promise<Result<null, 'logged_out'>> =>
  deps.db.begin(async (tx) => {
    // No session of this player opens meanwhile.
    await lockSecret(tx, playerId)
    if ((await lockOpenSessions(tx, [sessionId])).length === 0) return refuse('logged_out')
    await updateUntrusted(tx, playerId)
    await endSessionsOf(tx, [playerId], { ending: 'device', exceptSessionId: sessionId })
    return ok(null)
  })

/**
 * Ends all sessions of these players, except the one that stays, and every link and ticket that would open another.
 * Sessions first: a session that is issuing a link is waited for, and its link then found.
 */
export const endSessionsOf = async (
  tx: Tx,
  playerIds: readonly number[],
  { ending, exceptSessionId = 0 }: { ending: SessionEnding; exceptSessionId?: number | undefined },
): Promise<void> => {
  const ended = await deleteSessionsOf(tx, playerIds, exceptSessionId)
  await deleteLinksOf(tx, playerIds)
  await deleteTicketsOf(tx, playerIds)
  await announceEnded(tx, ended, ending)
}

/**
 * Publishes `session.ended`, so that open sockets of the session close; its token is refused here from now on. The
 * holder gets the reason, unless they ended it themselves.
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
