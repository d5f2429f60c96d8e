import type { Sql, Tx } from './db/index.ts'
import { insertInto } from './db/insert.ts'
import type { AuditActor } from './audit-rules.ts'

export type HeadRow = { lastId: number; lastHash: string; at: Date }

/**
 * The last row of the chain, locked until the transaction ends, and the time of the next row: never before the last
 * one's. The time is read by a second statement after the lock: the first one's clock would be from before the wait.
 */
export const lockHead = (tx: Tx) => tx<HeadRow[]>`
  with locked as materialized (
    select last_id, last_at, last_hash from platform_audit_head for update
  )
  select last_id as "lastId", last_hash as "lastHash",
         greatest(last_at, date_trunc('milliseconds', clock_timestamp())) as at
    from locked`

export const selectHead = (sql: Sql) => sql<HeadRow[]>`
  select last_id as "lastId", last_hash as "lastHash", last_at as at from platform_audit_head`

export const moveHead = (tx: Tx, { lastId, lastHash, at }: HeadRow) => tx`
  update platform_audit_head set last_id = ${lastId}, last_hash = ${lastHash}, last_at = ${at}`

export const insertAudit = insertInto('platform_audit', {
  id: 'bigint',
  at: 'timestamptz',
  actorKind: 'text',
  actorId: 'bigint null',
  action: 'text',
  subject: 'text',
  details: 'jsonb',
  previousHash: 'text',
  hash: 'text',
})

export type AuditRow = {
  id: number
  at: Date
  actorKind: AuditActor['kind']
  actorId: number | null
  action: string
  subject: string
  details: Record<string, unknown>
  previousHash: string
  hash: string
}

/** Rows in chain order, after an id. */
export const selectAuditAfter = (sql: Sql, afterId: number, max: number) => sql<AuditRow[]>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit where id > ${afterId} order by id limit ${max}`

/** Rows before an id, the newest first. */
export const selectAuditBefore = (sql: Sql, beforeId: number, max: number) => sql<AuditRow[]>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit where id < ${beforeId} order by id desc limit ${max}`

export type AuditAsked = { subject?: string; operatorId?: number; action?: string }
type Page = { beforeId: number; max: number }

/** Rows of one subject. This statement and the next ones have an index each for all they ask. */
export const selectAuditOfSubject = (sql: Sql, subject: string, { beforeId, max }: Page) => sql<AuditRow[]>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit
   where subject = ${subject} and id < ${beforeId}
   order by id desc limit ${max}`

/** A row that matched, if any, with how many rows were scanned and the last of them. */
export type ScannedAudit = { scanned: number; scannedTo: number | null; id: number | null }

/**
 * The ids of one subject's rows of an operator, of an action, or of both, newest first: no index answers that, so at most
 * `maxScanned` rows of the subject are scanned. At least one row, without an id if none matched.
 */
export const selectAuditWithin = (
  sql: Sql,
  { subject, operatorId, action }: AuditAsked & { subject: string },
  { beforeId, max, maxScanned }: Page & { maxScanned: number },
) => sql<ScannedAudit[]>`
  with scanned as materialized (
    select id, actor_kind, actor_id, action
      from platform_audit
     where subject = ${subject} and id < ${beforeId}
     order by id desc limit ${maxScanned}
  ), found as (
    select id from scanned
     where (${operatorId ?? null}::bigint is null or (actor_kind = 'operator' and actor_id = ${operatorId ?? null}::bigint))
       and (${action ?? null}::text is null or action = ${action ?? null}::text)
     order by id desc limit ${max}
  )
  select counted.scanned, counted.scanned_to as "scannedTo", found.id
    from (select count(*)::int as scanned, min(id) as scanned_to from scanned) as counted
    left join found on true
   order by found.id desc`

/** These rows, newest first. */
export const selectAuditOf = (sql: Sql, ids: readonly number[]) => sql<AuditRow[]>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit where id = any(${ids}::bigint[]) order by id desc`

/** Rows of one operator. */
export const selectAuditOfOperator = (sql: Sql, operatorId: number, { beforeId, max }: Page) => sql<
  AuditRow[]
>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit
   where actor_kind = 'operator' and actor_id = ${operatorId} and id < ${beforeId}
   order by id desc limit ${max}`

/** Rows of one action of one operator. */
export const selectAuditOfAct = (
  sql: Sql,
  { operatorId, action }: { operatorId: number; action: string },
  { beforeId, max }: Page,
) => sql<AuditRow[]>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit
   where actor_kind = 'operator' and actor_id = ${operatorId} and action = ${action} and id < ${beforeId}
   order by id desc limit ${max}`

/** The entries of one action, by any actor. */
export const selectAuditOfAction = (sql: Sql, action: string, { beforeId, max }: Page) => sql<AuditRow[]>`
  select id, at, actor_kind as "actorKind", actor_id as "actorId", action, subject, details,
         previous_hash as "previousHash", hash
    from platform_audit
   where action = ${action} and id < ${beforeId}
   order by id desc limit ${max}`
