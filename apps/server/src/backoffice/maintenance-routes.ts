import { asOperator } from '../identity/index.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import {
  changeExpectedEnd,
  endMaintenance,
  planMaintenance,
  readMaintenance,
  readOpenMaintenance,
} from '../platform/plan-maintenance.ts'
import { ok } from '../platform/result.ts'

const PAGE = 50

/** Calls that plan, begin, prolong and end maintenance, and show what there was. Servers find each change themselves. */
export function maintenanceRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/maintenance/open', async () =>
    ok({ items: (await readOpenMaintenance(db)).map(toWire) }),
  )

  serveOperator(api, 'GET /api/backoffice/maintenance', async ({ query: { cursor } }) => {
    const before = cursor === undefined ? {} : { before: Number(cursor) }
    const rows = await readMaintenance(db, { ...before, max: PAGE })
    return ok({
      items: rows.map(toWire),
      nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? ''),
    })
  })

  serveOperator(api, 'POST /api/backoffice/maintenance', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const planned = await planMaintenance(tx, {
        ...body,
        operatorId: caller.operatorId,
        startsAt: body.startsAt === null ? null : new Date(body.startsAt),
        expectedEnd: new Date(body.expectedEnd),
      })
      return planned.ok ? ok({ maintenanceId: String(planned.value.id) }) : planned
    }),
  )

  serveOperator(
    api,
    'POST /api/backoffice/maintenance/:maintenanceId/prolong',
    ({ caller, params, body: { reason, expectedEnd } }) =>
      asOperator(db, caller, (tx) =>
        changeExpectedEnd(tx, {
          id: Number(params.maintenanceId),
          by: caller.operatorId,
          reason,
          expectedEnd: new Date(expectedEnd),
        }),
      ),
  )

  serveOperator(
    api,
    'POST /api/backoffice/maintenance/:maintenanceId/end',
    ({ caller, params, body: { reason } }) =>
      asOperator(db, caller, (tx) =>
        endMaintenance(tx, { id: Number(params.maintenanceId), by: caller.operatorId, reason }),
      ),
  )
}

type Row = Awaited<ReturnType<typeof readOpenMaintenance>>[number]

const toWire = (row: Row) => ({
  maintenanceId: String(row.id),
  scope: row.scope,
  reason: row.reason,
  status: statusOf(row),
  plannedBy: row.plannedBy,
  plannedAt: row.plannedAt.toISOString(),
  startsAt: row.startsAt.toISOString(),
  expectedEnd: row.expectedEnd.toISOString(),
  endedBy: row.endedBy,
  endedAt: row.endedAt?.toISOString() ?? null,
})

function statusOf({ startsAt, endedAt, isOn, isLate }: Row) {
  if (endedAt !== null) return endedAt < startsAt ? ('called_off' as const) : ('ended' as const)
  if (!isOn) return 'planned' as const
  return isLate ? ('late' as const) : ('on' as const)
}
