import * as z from 'zod/mini'
import { instant, requestId } from '../call.ts'
import { maintenanceScopes } from '../maintenance-parts.ts'
import { defineOperatorCalls, idCursor } from './call.ts'
import { ACTING_SESSION } from './permissions.ts'

const scope = z.enum(maintenanceScopes)
/** For the audit; players never see it. */
const reason = z.string().check(z.minLength(10), z.maxLength(500))
const params = z.strictObject({ maintenanceId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) })

const maintenance = z.object({
  maintenanceId: z.string(),
  scope,
  reason: z.string(),
  /** `late`: on, and past the end that players were told. `called_off`: ended before it began. */
  status: z.enum(['planned', 'on', 'late', 'ended', 'called_off']),
  plannedBy: z.int(),
  plannedAt: instant,
  startsAt: instant,
  expectedEnd: instant,
  endedBy: z.nullable(z.int()),
  endedAt: z.nullable(instant),
})

/** Maintenance: what players cannot begin for a while. One operator begins and ends it (docs/decisions/0089). */
export const operatorMaintenanceCalls = defineOperatorCalls({
  'GET /api/backoffice/maintenance/open': {
    summary: 'The maintenance that is planned or on, which every operator sees in the top bar',
    permission: ACTING_SESSION,
    query: z.strictObject({}),
    data: z.object({ items: z.array(maintenance) }),
  },
  'GET /api/backoffice/maintenance': {
    summary: 'All maintenance there was, newest first',
    permission: 'system.read',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({ items: z.array(maintenance), nextCursor: z.nullable(z.string()) }),
  },
  'POST /api/backoffice/maintenance': {
    summary:
      'Plans maintenance, or begins it at once where no start is given; `maintenance_on` where its scope has one',
    permission: 'system.maintain',
    body: z.strictObject({ requestId, scope, reason, startsAt: z.nullable(instant), expectedEnd: instant }),
    data: z.object({ maintenanceId: z.string() }),
  },
  'POST /api/backoffice/maintenance/:maintenanceId/prolong': {
    summary: 'Changes the end that players are told, to an earlier or a later one; opens and closes nothing',
    permission: 'system.maintain',
    params,
    body: z.strictObject({ reason, expectedEnd: instant }),
    data: z.null(),
  },
  'POST /api/backoffice/maintenance/:maintenanceId/end': {
    summary: 'Ends maintenance, or calls off one that has not begun',
    permission: 'system.maintain',
    params,
    body: z.strictObject({ reason }),
    data: z.null(),
  },
})
