import type { Sql } from '../../platform/db/index.ts'
import { touchSessions } from './queries.ts'

/**
 * Which sessions were used since the last writing. Kept in memory, written once a minute: a session's idle time
 * may be counted a minute too long if this process dies, and no request ever waits for it.
 */
export function openSeenSessions(sql: Sql) {
  let seen = new Set<number>()
  return {
    add: (sessionId: number): void => {
      seen.add(sessionId)
    },
    write: async (): Promise<void> => {
      if (seen.size === 0) return
      const ids = [...seen]
      seen = new Set()
      await touchSessions(sql, ids)
    },
  }
}
