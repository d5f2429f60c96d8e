import type { Sql } from '../../platform/db/index.ts'
import type { Polling } from './poll-rules.ts'

/** The next poll, where it is due and nobody else makes it; a server that dies meanwhile holds it no longer than the lease. */
export const claimPoll = async (sql: Sql, leaseSeconds: number): Promise<Polling | undefined> => {
  const rows = await sql<Polling[]>`
    update sportsbook_feed set next_poll_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     where name = 'odds_api' and (next_poll_at is null or next_poll_at <= clock_timestamp())
    returning poll_failures as failures, quota_left as "quotaLeft"`
  return rows[0]
}

export const notePoll = (
  sql: Sql,
  { failures, quotaLeft, waitSeconds }: Polling & { waitSeconds: number },
) => sql`
  update sportsbook_feed
     set poll_failures = ${failures}, quota_left = ${quotaLeft}::integer,
         next_poll_at = clock_timestamp() + make_interval(secs => ${waitSeconds})
   where name = 'odds_api'`
