import type { Sql } from '../../platform/db/index.ts'

/**
 * Counts one more try for each key and answers how many that makes in the window under way. In ascending key:
 * the order every statement of this table takes, so no deadlocks.
 */
export const addTries = (sql: Sql, keys: readonly string[], seconds: readonly number[]) => sql<
  { key: string; taken: number }[]
>`
  insert into identity_throttle as throttle (key, taken, ends_at)
  select key, 1, now() + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${seconds}::integer[]) as row (key, seconds)
   order by key
  on conflict (key) do update
     set taken = case when throttle.ends_at <= now() then 1 else throttle.taken + 1 end,
         ends_at = case when throttle.ends_at <= now() then excluded.ends_at else throttle.ends_at end
  returning key, taken`

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
