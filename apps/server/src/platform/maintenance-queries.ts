import type { MaintenanceScope } from '@palpite/contract'
import type { Sql, Tx } from './db/index.ts'

export type MaintenanceRow = {
  id: number
  scope: MaintenanceScope
  reason: string
  plannedBy: number
  plannedAt: Date
  startsAt: Date
  expectedEnd: Date
  /** The end expected when it was planned. */
  firstEnd: Date
  endedBy: number | null
  endedAt: Date | null
  /** By the database's clock: begun and not ended. */
  isOn: boolean
  /** On, and past its expected end. */
  isLate: boolean
}

/** What is closed now, by the database's clock. */
export const selectClosed = (sql: Sql) => sql<Pick<MaintenanceRow, 'scope' | 'expectedEnd' | 'isLate'>[]>`
  select scope, expected_end as "expectedEnd", expected_end <= now() as "isLate"
    from platform_maintenance
   where ended_at is null and starts_at <= now()
   order by scope`

type Wanted = {
  id?: number
  request?: { plannedBy: number; requestId: string }
  isOpen?: boolean
  before?: number
  max: number
}

/** Those wanted, newest first: of an id, of a request, not ended, before an id. */
export const selectMaintenance = (sql: Sql, { id, request, isOpen, before, max }: Wanted) => sql<
  MaintenanceRow[]
>`
  select id, scope, reason, planned_by as "plannedBy", planned_at as "plannedAt", starts_at as "startsAt",
         expected_end as "expectedEnd", first_end as "firstEnd", ended_by as "endedBy", ended_at as "endedAt",
         ended_at is null and starts_at <= now() as "isOn",
         ended_at is null and starts_at <= now() and expected_end <= now() as "isLate"
    from platform_maintenance
   where id = coalesce(${id ?? null}, id) and id < coalesce(${before ?? null}, id + 1)
     and planned_by = coalesce(${request?.plannedBy ?? null}, planned_by)
     and request_id = coalesce(${request?.requestId ?? null}, request_id)
     and (ended_at is null or not ${isOpen ?? false})
   order by id desc limit ${max}`

/** Serialises all changes of maintenance until the transaction ends; operators make them rarely. */
export const lockMaintenance = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtextextended('maintenance', 0))`

export const selectNow = (tx: Tx) => tx<{ now: Date }[]>`select now() as now`

type NewMaintenance = Pick<MaintenanceRow, 'scope' | 'reason' | 'plannedBy' | 'startsAt' | 'expectedEnd'> & {
  requestId: string
}

export const insertMaintenance = (tx: Tx, row: NewMaintenance) => tx<{ id: number }[]>`
  insert into platform_maintenance (request_id, scope, reason, planned_by, starts_at, expected_end, first_end)
  values (${row.requestId}, ${row.scope}, ${row.reason}, ${row.plannedBy}, ${row.startsAt}, ${row.expectedEnd},
          ${row.expectedEnd})
  returning id`

export const updateExpectedEnd = (tx: Tx, { id, expectedEnd }: { id: number; expectedEnd: Date }) => tx`
  update platform_maintenance set expected_end = ${expectedEnd} where id = ${id}`

export const updateToEnded = (tx: Tx, { id, by }: { id: number; by: number }) => tx`
  update platform_maintenance set ended_by = ${by}, ended_at = now() where id = ${id}`
