import type { MaintenanceScope } from '@palpite/contract'
import { audit } from './audit.ts'
import type { Sql, Tx } from './db/index.ts'
import { present } from './errors.ts'
import {
  insertMaintenance,
  lockMaintenance,
  type MaintenanceRow,
  selectMaintenance,
  selectNow,
  updateExpectedEnd,
  updateToEnded,
} from './maintenance-queries.ts'
import { ok, refuse, type Result } from './result.ts'

/** Longer than any maintenance. Players see the expected end, so a mistyped date is refused. */
const MAX_SPAN_MS = 7 * 86_400_000
/** How far ahead one can be planned. */
const MAX_AHEAD_MS = 90 * 86_400_000

type PlanMaintenance = {
  operatorId: number
  requestId: string
  scope: MaintenanceScope
  reason: string
  /** Null for at once. */
  startsAt: Date | null
  expectedEnd: Date
}

/**
 * Plans maintenance, or begins it at once. The same request answers the same maintenance; a scope has at most one that
 * is planned or on.
 */
export async function planMaintenance(
  tx: Tx,
  { operatorId, requestId, startsAt, ...plan }: PlanMaintenance,
): Promise<Result<{ id: number }, 'maintenance_on' | 'bad_request' | 'request_mismatch'>> {
  await lockMaintenance(tx)
  const request = { plannedBy: operatorId, requestId }
  const [[before], open, [clock]] = await Promise.all([
    selectMaintenance(tx, { request, max: 1 }),
    selectMaintenance(tx, { isOpen: true, max: OPEN }),
    selectNow(tx),
  ])
  if (before)
    return isSamePlan(before, { ...plan, startsAt }) ? ok({ id: before.id }) : refuse('request_mismatch')
  const now = present(clock, 'the clock of the database').now
  const from = startsAt !== null && startsAt > now ? startsAt : now
  if (from.getTime() - now.getTime() > MAX_AHEAD_MS) return refuseField('startsAt')
  const wrong = wrongEnd(plan.expectedEnd, from, now)
  if (wrong) return wrong
  if (open.some(({ scope }) => scope === plan.scope)) return refuse('maintenance_on')
  const rows = await insertMaintenance(tx, { ...plan, ...request, startsAt: from })
  const { id } = present(rows[0], 'the maintenance that was planned')
  await note(tx, operatorId, {
    action: from > now ? 'maintenance.planned' : 'maintenance.begun',
    id,
    details: { after: { ...plan, startsAt: from } },
  })
  return ok({ id })
}

type Plan = Pick<PlanMaintenance, 'scope' | 'reason' | 'startsAt' | 'expectedEnd'>

/** Whether a repeated request is the same; its expected end may have been changed since, so only what was asked counts. */
function isSamePlan({ plannedAt, ...before }: MaintenanceRow, plan: Plan): boolean {
  const startOf = (at: Date | null) => (at === null || at <= plannedAt ? 'at once' : at.getTime())
  return (
    before.scope === plan.scope &&
    before.reason === plan.reason &&
    startOf(before.startsAt) === startOf(plan.startsAt) &&
    before.firstEnd.getTime() === plan.expectedEnd.getTime()
  )
}

/** Changes the expected end that players see. Nothing opens or closes by it. */
export async function changeExpectedEnd(
  tx: Tx,
  { id, by, reason, expectedEnd }: { id: number; by: number; reason: string; expectedEnd: Date },
): Promise<Result<null, 'not_found' | 'maintenance_over' | 'bad_request'>> {
  const found = await lockOpen(tx, id)
  if (!found.ok) return found
  const { row, now } = found.value
  const wrong = wrongEnd(expectedEnd, row.startsAt, now)
  if (wrong) return wrong
  await updateExpectedEnd(tx, { id, expectedEnd })
  await note(tx, by, {
    action: 'maintenance.prolonged',
    id,
    details: { before: { expectedEnd: row.expectedEnd }, after: { expectedEnd }, reason, scope: row.scope },
  })
  return ok(null)
}

/** Ends maintenance, or calls off one that has not begun. */
export async function endMaintenance(
  tx: Tx,
  { id, by, reason }: { id: number; by: number; reason: string },
): Promise<Result<null, 'not_found' | 'maintenance_over'>> {
  const found = await lockOpen(tx, id)
  if (!found.ok) return found
  const { row } = found.value
  await updateToEnded(tx, { id, by })
  await note(tx, by, {
    action: row.isOn ? 'maintenance.ended' : 'maintenance.called_off',
    id,
    details: {
      before: row.isOn ? 'on' : 'planned',
      after: 'ended',
      reason,
      scope: row.scope,
      startsAt: row.startsAt,
    },
  })
  return ok(null)
}

/** As many can be open as there are scopes. */
const OPEN = 10

/** Planned and on, newest first. */
export const readOpenMaintenance = (sql: Sql) => selectMaintenance(sql, { isOpen: true, max: OPEN })

/** All there was, newest first, before an id. */
export const readMaintenance = (
  sql: Sql,
  page: { before?: number; max: number },
): Promise<MaintenanceRow[]> => selectMaintenance(sql, page)

async function lockOpen(
  tx: Tx,
  id: number,
): Promise<Result<{ row: MaintenanceRow; now: Date }, 'not_found' | 'maintenance_over'>> {
  await lockMaintenance(tx)
  const [[row], [clock]] = await Promise.all([selectMaintenance(tx, { id, max: 1 }), selectNow(tx)])
  if (!row) return refuse('not_found')
  return row.endedAt === null
    ? ok({ row, now: present(clock, 'the clock of the database').now })
    : refuse('maintenance_over')
}

/** Refuses an expected end that is past, before the start, or too far away. */
function wrongEnd(expectedEnd: Date, startsAt: Date, now: Date) {
  const isAhead = expectedEnd > now && expectedEnd > startsAt
  // Counted from now where it has begun: one that takes long may be prolonged again.
  const from = Math.max(startsAt.getTime(), now.getTime())
  return isAhead && expectedEnd.getTime() - from <= MAX_SPAN_MS ? undefined : refuseField('expectedEnd')
}

const refuseField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

const note = (
  tx: Tx,
  id: number,
  one: { action: `maintenance.${string}`; id: number; details: Record<string, unknown> },
) =>
  audit(tx, {
    actor: { kind: 'operator', id },
    action: one.action,
    subject: `maintenance:${one.id}`,
    details: one.details,
  })
