import { giveBackPayments, readOrderPayments, readUnmatchedPayments } from '../cashier/index.ts'
import { asOperator, isOtherRequest, keepRequest } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'

const PAGE = 50

/** What operators see of payments that came in, and give back. */
export function topUpRoutes(api: OperatorApi, { db, random }: Pick<Deps, 'db' | 'random'>): void {
  serveOperator(api, 'GET /api/backoffice/topups/unmatched', async ({ query: { cursor } }) => {
    const [micros = '0', providerRef = ''] = cursor?.split('_') ?? []
    const rows = await readUnmatchedPayments(db, { seenMicros: Number(micros), providerRef }, PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({
        provider: row.provider,
        providerRef: row.providerRef,
        chargeRef: row.chargeRef,
        amountCents: row.amountCents,
        paidAt: row.paidAt.toISOString(),
        seenAt: row.seenAt.toISOString(),
        ageHours: row.ageHours,
        isUnderWay: row.isUnderWay,
      })),
      nextCursor: last && rows.length > PAGE ? `${last.seenMicros}_${last.providerRef}` : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/topups/ofOrder/:orderId', ({ caller, params: { orderId } }) =>
    asOperator(db, caller, async (tx) => {
      const payments = await readOrderPayments(tx, orderId)
      const [first] = payments
      if (!first) return refuse('not_found')
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'topup.looked_at',
        subject: `player:${first.playerId}`,
        details: { orderId },
      })
      return ok({
        payments: payments.map(({ bonusGrantCents, paidAt, ...row }) => ({
          ...row,
          bonusCents: bonusGrantCents,
          paidAt: paidAt.toISOString(),
        })),
      })
    }),
  )

  serveOperator(api, 'POST /api/backoffice/topups/giveBack', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const wish = {
        call: 'POST /api/backoffice/topups/giveBack',
        operatorId: caller.operatorId,
        requestId: body.requestId,
        asked: body,
      } as const
      if (await isOtherRequest(tx, wish)) return refuse('request_mismatch')
      const request = { ...body, reason: body.reason.trim(), operatorId: caller.operatorId }
      const answer = present(
        (await giveBackPayments(tx, { random }, [request]))[0],
        'the answer about a refund',
      )
      if (!answer.ok) return answer
      const { refund, isNew } = answer.value
      const { id: refundId, playerId, providerRef, amountCents, reason } = refund
      if (isNew) {
        await keepRequest(tx, wish)
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'topup.given_back',
          subject: playerId === null ? `payment:${providerRef}` : `player:${playerId}`,
          details: { providerRef, refundId, amountCents, reason },
        })
      }
      return ok({ refundId, amountCents })
    }),
  )
}
