import { asOperator } from '../identity/index.ts'
import { denyAddress, hiddenKey, type WithdrawalReviews } from '../cashier/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import { maskedName } from './rules.ts'

/** Calls for withdrawals under way: reading, reviewing, and settling those that cannot end automatically. */
export function withdrawalRoutes(api: OperatorApi, db: Db, reviews: WithdrawalReviews): void {
  settlementRoutes(api, db, reviews)
  serveOperator(api, 'GET /api/backoffice/withdrawals/reviews', ({ caller, query: { cursor } }) =>
    asOperator(db, caller, async (tx) => {
      const { items, next } = await reviews.read(tx, cursor)
      const actor = { kind: 'operator' as const, id: caller.operatorId }
      await audit(
        tx,
        ...items.map(({ id, playerId }) => ({
          actor,
          action: 'withdrawal.looked_at',
          subject: `player:${playerId}`,
          details: { orderId: id },
        })),
      )
      return ok({
        items: items.map((row) => ({
          orderId: row.id,
          playerId: row.playerId,
          method: row.method,
          payTo: hiddenKey(row.method, row.payCardNo),
          holder: maskedName(row.holderName),
          amountCents: row.amountCents,
          reasons: [...row.reasons],
          approvalsNeeded: row.approvalsNeeded,
          approvedBy: row.approvedBy,
          requestedAt: row.requestedAt.toISOString(),
          promisedAt: row.promisedAt.toISOString(),
          isLate: row.isLate,
          waitsUntil: row.waitsUntil?.toISOString() ?? null,
        })),
        nextCursor: next,
      })
    }),
  )

  serveOperator(api, 'GET /api/backoffice/withdrawals/underWay', async ({ query: { cursor } }) => {
    const { items, next } = await reviews.readUnderWay(db, cursor)
    return ok({
      items: items.map(({ id, status, requestedAt, promisedAt, waitsUntil, ...row }) => ({
        ...row,
        orderId: id,
        state: status,
        requestedAt: requestedAt.toISOString(),
        promisedAt: promisedAt.toISOString(),
        waitsUntil: waitsUntil?.toISOString() ?? null,
      })),
      nextCursor: next,
    })
  })

  serveOperator(api, 'POST /api/backoffice/addresses/deny', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const [address, reason] = [body.address.trim(), body.reason.trim()]
      if (await denyAddress(tx, { address, reason, operatorId: caller.operatorId })) {
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'address.denied',
          subject: `address:${address}`,
          details: { reason },
        })
      }
      return ok(null)
    }),
  )

  serveOperator(api, 'POST /api/backoffice/withdrawals/decide', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const reason = body.reason.trim()
      const answer = await reviews.decide(tx, { ...body, reason, operatorId: caller.operatorId })
      if (!answer.ok) return answer
      const { answers, decided } = answer.value
      await audit(
        tx,
        ...decided.map(({ id, playerId, amountCents }) => ({
          actor: { kind: 'operator' as const, id: caller.operatorId },
          action: body.outcome === 'approve' ? 'withdrawal.approved' : 'withdrawal.refused',
          subject: `player:${playerId}`,
          details: { orderId: id, amountCents, reason, state: stateOf(answers, id) },
        })),
      )
      return ok({ answers })
    }),
  )
}

/** Calls that settle payouts that cannot end automatically. */
function settlementRoutes(api: OperatorApi, db: Db, reviews: WithdrawalReviews): void {
  serveOperator(api, 'POST /api/backoffice/withdrawals/settle', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const reason = body.reason.trim()
      const answer = await reviews.settle(tx, { ...body, reason, operatorId: caller.operatorId })
      if (!answer.ok) return answer
      const { state, decided } = answer.value
      if (decided) {
        const { orderId, outcome } = body
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'payout.settled',
          subject: `player:${decided.playerId}`,
          details: { orderId, outcome, amountCents: decided.amountCents, reason, state },
        })
      }
      return ok({ state })
    }),
  )
}

const stateOf = (answers: readonly { orderId: string; state: string }[], id: string) =>
  answers.find(({ orderId }) => orderId === id)?.state
