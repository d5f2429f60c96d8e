import {
  requestRefunds,
  readOrderPayments,
  readUnmatchedPayments,
  decideUncredited,
  readUncredited,
  cashierSettingsDefinition,
  grantDiscounts,
} from '../cashier/index.ts'
import { asOperator, isOtherRequest, keepRequest, readPlayers } from '../identity/index.ts'
import { present } from '../platform/errors.ts'
import { audit } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import type { Db } from '../platform/db/index.ts'
import { openSettings } from '../platform/settings.ts'
import { policyOf } from '../protection/index.ts'
import { countOperatorGift, lockOperatorGifts, openWageringSettings } from '../wagering/index.ts'

const PAGE = 50

/** Calls for incoming money: payments, USDT transfers, and discounts. */
export function topUpRoutes(api: OperatorApi, deps: Deps): void {
  paymentRoutes(api, deps)
  uncreditedRoutes(api, deps.db)
  discountRoutes(api, deps)
}

/** Calls that read payments and refund them. */
function paymentRoutes(api: OperatorApi, { db, random }: Pick<Deps, 'db' | 'random'>): void {
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
      const operatorRequest = {
        call: 'POST /api/backoffice/topups/giveBack',
        operatorId: caller.operatorId,
        requestId: body.requestId,
        asked: body,
      } as const
      if (await isOtherRequest(tx, operatorRequest)) return refuse('request_mismatch')
      const request = { ...body, reason: body.reason.trim(), operatorId: caller.operatorId }
      const answer = present(
        (await requestRefunds(tx, { random }, [request]))[0],
        'the answer about a refund',
      )
      if (!answer.ok) return answer
      const { refund, isNew } = answer.value
      const { id: refundId, playerId, providerRef, amountCents, reason } = refund
      if (isNew) {
        await keepRequest(tx, operatorRequest)
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

/** Calls that read and decide uncredited chain transfers. */
function uncreditedRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/books/uncredited', async ({ query: { cursor } }) => {
    const rows = await readUncredited(db, Number(cursor ?? 0), PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({ ...row, seenAt: row.seenAt.toISOString() })),
      nextCursor: last && rows.length > PAGE ? String(last.id) : null,
    })
  })

  serveOperator(api, 'POST /api/backoffice/books/uncredited/:id/decide', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const reason = body.reason.trim()
      const answer = await decideUncredited(tx, {
        ...body,
        reason,
        operatorId,
        transferId: Number(params.id),
      })
      if (!answer.ok) return answer
      const { decided } = answer.value
      if (decided) {
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: body.outcome === 'credit' ? 'usdt.credited' : 'usdt.left',
          subject: `player:${decided.playerId}`,
          details: { network: decided.network, transfer: decided.hash, micros: decided.micros, reason },
        })
      }
      return ok(null)
    }),
  )
}

/** Calls for discounts. */
function discountRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  const [cashier, wagering] = [openSettings(cashierSettingsDefinition), openWageringSettings()]
  serveOperator(api, 'POST /api/backoffice/players/:playerId/discount', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const operatorRequest = {
        call: 'POST /api/backoffice/players/:playerId/discount',
        operatorId: caller.operatorId,
        requestId: body.requestId,
        asked: { playerId, ...body },
      } as const
      if (await isOtherRequest(tx, operatorRequest)) return refuse('request_mismatch')
      if (!(await readPlayers(tx, [playerId])).has(playerId)) return refuse('not_found')
      const { requestId, discountBps, reason } = body
      const [startsAt, endsAt] = [new Date(body.startsAt), new Date(body.endsAt)]
      const request = { playerId, requestId, discountBps, startsAt, endsAt }
      const settings = await cashier.read(tx)
      const bound = await lockOperatorGifts(tx, await wagering.read(tx), caller.operatorId)
      const answers = await grantDiscounts(tx, { random, policy, settings, bound }, [request])
      const answer = present(answers[0], 'the answer about a discount')
      if (!answer.ok) return answer
      const { discountId, worthCents, isNew } = answer.value
      if (isNew) {
        await keepRequest(tx, operatorRequest)
        await countOperatorGift(tx, caller.operatorId, worthCents)
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'player.discount_granted',
          subject: `player:${playerId}`,
          details: { discountBps, startsAt: body.startsAt, endsAt: body.endsAt, reason },
        })
      }
      return ok({ discountId })
    }),
  )
}
