import { performance } from 'node:perf_hooks'
import type { Subscription, Db } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/callers.ts'
import { tokenHash } from './token.ts'

/** The channel on which the database tells the hash of each session that ended, with the commit that ends it. */
const CHANNEL = 'identity_session_ended'

type Options = {
  read: (token: string) => Promise<PlayerSession | undefined>
  /** Most sessions that are kept; past it the oldest is let go. */
  max: number
  /** A session is read again after so long, whatever was heard. */
  forMs: number
}

export type SessionCache = {
  /** Who a token belongs to: as remembered, or read. */
  find: (token: string) => Promise<PlayerSession | undefined>
  /** Begins to remember once endings are heard. */
  start: (db: Pick<Db, 'listen'>) => Subscription
}

const memories = new Set<(hash: string) => void>()

/** Forgets sessions that this server has just ended, before anybody is told that they ended. */
export const forgetSessions = (tokenHashes: readonly string[]): void => {
  for (const forget of memories) for (const hash of tokenHashes) forget(hash)
}

/**
 * Remembers whose the sessions in use are, for as long as their endings are heard from the database. A lost line
 * empties the memory, and nothing is remembered until the line is back: then each call reads, as without a memory.
 */
export function openSessionCache({ read, max, forMs }: Options): SessionCache {
  const known = new Map<string, { caller: PlayerSession; until: number }>()
  let isHeard = false
  // A session read while some session ended is not kept: it may be that one, read a moment before.
  let endings = 0

  const remember = (hash: string, caller: PlayerSession) => {
    known.set(hash, { caller, until: performance.now() + forMs })
    if (known.size <= max) return
    for (const oldest of known.keys()) {
      known.delete(oldest)
      return
    }
  }
  const forget = (hash: string) => {
    endings += 1
    known.delete(hash)
  }

  return {
    find: async (token) => {
      const hash = tokenHash(token)
      const remembered = known.get(hash)
      if (remembered && remembered.until > performance.now()) return remembered.caller
      known.delete(hash)
      const before = endings
      const caller = await read(token)
      if (caller && isHeard && endings === before) remember(hash, caller)
      return caller
    },
    start: (db) => {
      memories.add(forget)
      const subscription = db.listen(CHANNEL, {
        onMessage: forget,
        onHearing: (heard) => {
          isHeard = heard
          endings += 1
          known.clear()
        },
      })
      return {
        stop: async () => {
          memories.delete(forget)
          await subscription.stop()
        },
      }
    },
  }
}
