import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import type { HeldCommission } from '../rewards/index.ts'

const E2 = 100

/** What operators decide of held commission. */
export function commissionRoutes(api: OperatorApi, db: Db, held: HeldCommission): void {
  serveOperator(api, 'GET /api/backoffice/commission/held', async ({ query: { cursor } }) => {
    const { items, next } = await held.read(cursor)
    return ok({
      items: items.map(({ amountE4, ...one }) => ({ ...one, amountE2: Math.trunc(amountE4 / E2) })),
      nextCursor: next,
    })
  })
  serveOperator(api, 'POST /api/backoffice/commission/decide', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const answer = await held.decide(tx, {
        ...body,
        reason: body.reason.trim(),
        operatorId: caller.operatorId,
      })
      if (!answer.ok) return answer
      const { isNew, earnerId, playerId, outcome, reason, relations, amountE4, paidCents } = answer.value
      const details = { from: playerId, outcome, reason, relations, amountE4, paidCents }
      if (isNew) {
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'commission.decided',
          subject: `player:${earnerId}`,
          details,
        })
      }
      return ok({ amountE2: Math.trunc(amountE4 / E2), paidCents })
    }),
  )
}
