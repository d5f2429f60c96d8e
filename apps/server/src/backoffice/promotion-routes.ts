import { areIndependent, asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import { approvePlan, endPlan, forecastPlan, type PlanRow, proposePlan, readPlans } from '../rewards/index.ts'

/** The calls by which operators plan, forecast, approve and end promotions. */
export function promotionRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/promotions', async () => {
    const { plans, inForce } = await readPlans(db)
    return ok({ plans: plans.map(toWirePlan), inForce })
  })

  serveOperator(api, 'POST /api/backoffice/promotions', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const proposed = await proposePlan(tx, { ...body, operatorId: caller.operatorId })
      if (!proposed.ok) return proposed
      const { planId, isNew } = proposed.value
      const { requestId: _requestId, ...details } = body
      if (isNew) await note(tx, caller.operatorId, { action: 'promotion.proposed', planId, details })
      return ok({ planId: String(planId) })
    }),
  )

  serveOperator(api, 'POST /api/backoffice/promotions/forecast', ({ body }) => forecastPlan(db, body))

  serveOperator(api, 'POST /api/backoffice/promotions/:planId/approve', ({ caller, params: { planId } }) =>
    asOperator(db, caller, async (tx) => {
      const decision = { id: Number(planId), by: caller.operatorId }
      const approved = await approvePlan(tx, decision, (sql, first, second) =>
        areIndependent(sql, first, second, 'settings.propose'),
      )
      if (!approved.ok) return approved
      const { kind, rules, startsOn, endsOn, proposedBy } = approved.value
      const details = { kind, rules, startsOn, endsOn, proposedBy }
      await note(tx, caller.operatorId, { action: 'promotion.approved', planId: Number(planId), details })
      return ok(null)
    }),
  )

  serveOperator(api, 'POST /api/backoffice/promotions/:planId/end', ({ caller, params: { planId } }) =>
    asOperator(db, caller, async (tx) => {
      const ended = await endPlan(tx, { id: Number(planId), by: caller.operatorId })
      if (!ended.ok) return ended
      const { kind, approvedAt, proposedBy } = ended.value
      const action = approvedAt === null ? 'promotion.rejected' : 'promotion.stopped'
      await note(tx, caller.operatorId, { action, planId: Number(planId), details: { kind, proposedBy } })
      return ok(null)
    }),
  )
}

const note = (
  tx: Tx,
  id: number,
  {
    action,
    planId,
    details,
  }: { action: `${string}.${string}`; planId: number; details: Record<string, unknown> },
) => audit(tx, { actor: { kind: 'operator', id }, action, subject: `promotion:${planId}`, details })

const toWirePlan = ({ id, proposedAt, approvedAt, endedAt, endedBy: _endedBy, ...plan }: PlanRow) => ({
  ...plan,
  planId: String(id),
  proposedAt: proposedAt.toISOString(),
  status: statusOf({ approvedAt, endedAt }),
})

function statusOf({ approvedAt, endedAt }: Pick<PlanRow, 'approvedAt' | 'endedAt'>) {
  if (approvedAt === null) return endedAt === null ? ('open' as const) : ('rejected' as const)
  return endedAt === null ? ('approved' as const) : ('stopped' as const)
}
