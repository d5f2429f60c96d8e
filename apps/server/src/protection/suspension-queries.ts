import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'

export type SuspensionRow = {
  id: number
  playerId: number
  reason: string
  suspendedBy: number
  suspendedAt: Date
  liftedAt: Date | null
  liftedBy: number | null
  liftReason: string | null
}

/** The open suspensions of these players. Locks needed where money depends on it: the players' accounts. */
export const selectOpenSuspensions = (sql: Sql, playerIds: readonly number[]) => sql<SuspensionRow[]>`
  select id, player_id as "playerId", reason, suspended_by as "suspendedBy", suspended_at as "suspendedAt",
         lifted_at as "liftedAt", lifted_by as "liftedBy", lift_reason as "liftReason"
    from protection_suspension
   where player_id = any(${playerIds}::bigint[]) and lifted_at is null
   order by player_id`

/**
 * Suspensions of all accounts, open or lifted, newest first, before this id. Each kind is a part of its own with its own
 * index: the statement is planned once for both.
 */
export const selectSuspensions = (
  sql: Sql,
  { isLifted, before, max }: { isLifted: boolean; before: number; max: number },
) => sql<SuspensionRow[]>`
  with listed as (
    (select id from protection_suspension
      where ${isLifted}::boolean and lifted_at is not null and id < ${before} order by id desc limit ${max})
    union all
    (select id from protection_suspension
      where not ${isLifted}::boolean and lifted_at is null and id < ${before} order by id desc limit ${max})
  )
  select id, player_id as "playerId", reason, suspended_by as "suspendedBy", suspended_at as "suspendedAt",
         lifted_at as "liftedAt", lifted_by as "liftedBy", lift_reason as "liftReason"
    from listed join protection_suspension using (id)
   order by id desc`

/** Locks needed: the players' accounts. */
export const insertSuspensions = insertInto<
  { playerId: 'bigint'; reason: 'text'; suspendedBy: 'bigint' },
  { id: number; playerId: number }
>(
  'protection_suspension',
  { playerId: 'bigint', reason: 'text', suspendedBy: 'bigint' },
  'returning id, player_id as "playerId"',
)

type Lifted = { id: number; operatorId: number; reason: string }

/** Ends open suspensions. Locks needed: the players' accounts. */
export const updateToLifted = (tx: Tx, lifted: readonly Lifted[]) => tx`
  update protection_suspension suspension
     set lifted_at = clock_timestamp(), lifted_by = lift.operator_id, lift_reason = lift.reason
    from unnest(${lifted.map(({ id }) => id)}::bigint[], ${lifted.map((one) => one.operatorId)}::bigint[],
                ${lifted.map(({ reason }) => reason)}::text[]) as lift (id, operator_id, reason)
   where suspension.id = lift.id and lifted_at is null`
