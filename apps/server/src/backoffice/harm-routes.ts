import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { type CaseRow, noteCase, readCase, readCases } from '../protection/index.ts'

const PAGE = 50

/** What operators see and do of signs of harm. Who looked into a case or decided about it is audited; what was noted is not. */
export function harmRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/harm/cases', async ({ query: { status, cursor } }) => {
    const after = Number(cursor ?? 0)
    const rows = await readCases(db, { isClosed: status === 'closed', after, max: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map(toWireCase),
      nextCursor: last && rows.length > PAGE ? String(last.position) : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/harm/cases/:caseId', async ({ caller, params }) => {
    const found = await readCase(db, Number(params.caseId))
    if (!found) return refuse('not_found')
    await db.begin((tx) => audit(tx, entry(caller.operatorId, 'harm.read', found.case)))
    return ok({
      case: toWireCase(found.case),
      steps: found.steps.map((step) => ({ ...step, takenAt: step.takenAt.toISOString() })),
      notes: found.notes.map((note) => ({ ...note, writtenAt: note.writtenAt.toISOString() })),
    })
  })

  serveOperator(api, 'POST /api/backoffice/harm/cases/:caseId/note', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const id = Number(params.caseId)
      const noted = await noteCase(tx, { ...body, caseId: id, operatorId })
      if (!noted.ok) return noted
      const { playerId, isNew, did } = noted.value
      if (isNew) await audit(tx, entry(operatorId, actions[did], { id, playerId }))
      return ok(null)
    }),
  )
}

const actions = { note: 'harm.noted', contacted: 'harm.contacted', closed: 'harm.closed' } as const

const entry = (operatorId: number, action: string, { id, playerId }: Pick<CaseRow, 'id' | 'playerId'>) => ({
  actor: { kind: 'operator' as const, id: operatorId },
  action,
  subject: `player:${playerId}`,
  details: { caseId: id },
})

const toWireCase = ({ id, playerId, grade, reasons, openedAt, seenOn, ...row }: CaseRow) => ({
  id,
  playerId,
  grade,
  reasons,
  openedAt: openedAt.toISOString(),
  seenOn,
  contactedAt: row.contactedAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
  closedBy: row.closedBy,
})
