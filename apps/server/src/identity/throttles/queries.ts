import type { Sql, Tx } from '../../platform/db/index.ts'

type TakenRow = { key: string; taken: number }

/** What was taken of these in the windows under way. */
export const selectTries = (sql: Sql, keys: readonly string[]) => sql<TakenRow[]>`
  select key, taken from identity_throttle where key = any(${keys}::text[]) and ends_at > now()`

/**
 * What was taken of these in the windows under way, locked; a window that is over begins anew. In ascending key:
 * the order every statement of this table takes, so no deadlocks.
 */
export const lockTries = (tx: Tx, keys: readonly string[], seconds: readonly number[]) => tx<TakenRow[]>`
  insert into identity_throttle as throttle (key, taken, ends_at)
  select key, 0, now() + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${seconds}::integer[]) as row (key, seconds)
   order by key
  on conflict (key) do update
     set taken = case when throttle.ends_at <= now() then 0 else throttle.taken end,
         ends_at = case when throttle.ends_at <= now() then excluded.ends_at else throttle.ends_at end
  returning key, taken`

/** One more of each. They are locked. */
export const addTries = (tx: Tx, keys: readonly string[]) => tx`
  update identity_throttle set taken = taken + 1 where key = any(${keys}::text[])`

export const takeBackTries = (sql: Sql, keys: readonly string[]) => sql`
  with locked as (
    select key from identity_throttle where key = any(${keys}::text[]) order by key for update
  )
  update identity_throttle set taken = greatest(taken - 1, 0)
    from locked where identity_throttle.key = locked.key`

export const deleteTries = (sql: Sql, key: string) => sql`delete from identity_throttle where key = ${key}`

export const deleteEndedThrottles = (sql: Sql) => sql`
  delete from identity_throttle where key in (
    select key from identity_throttle where ends_at <= now() order by key for update skip locked)`
