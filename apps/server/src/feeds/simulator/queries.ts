import type { Sql, Tx } from '../../platform/db/index.ts'

/** One server at a time plays the matches; the lock ends with the transaction. */
const LEADER = 7_264_101

export const tryLead = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ leads: boolean }[]>`select pg_try_advisory_xact_lock(${LEADER}) as leads`
  return rows[0]?.leads === true
}

/** Waits until no other server plays. */
export const lockLead = (tx: Tx) => tx`select pg_advisory_xact_lock(${LEADER})`

export const setCalendarSeed = (sql: Sql, seed: string) => sql`
  update sportsbook_feed set calendar_seed = ${seed} where name = 'simulator' and calendar_seed is null`

/** What the calendar grows from; nothing where there is no calendar. */
export const selectCalendarSeed = async (sql: Sql): Promise<string | undefined> => {
  const rows = await sql<{ seed: string | null }[]>`
    select calendar_seed as seed from sportsbook_feed where name = 'simulator'`
  return rows[0]?.seed ?? undefined
}
