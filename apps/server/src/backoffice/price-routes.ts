import { asOperator, isKeptRequest, isOtherRequest, keepRequest } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { editPrices, readEditablePrice, type TradedBook } from '../sportsbook/index.ts'

const SET_PRICE = 'POST /api/backoffice/trading/outcomes/:outcomeId/price'

/** Calls that set prices by hand, and take them back. */
export function priceRoutes(
  api: OperatorApi,
  db: Db,
  { readSettings }: Pick<TradedBook, 'readSettings'>,
): void {
  serveOperator(api, 'GET /api/backoffice/trading/outcomes/:outcomeId', async ({ params }) => {
    const { handPrices } = await readSettings()
    const price = await readEditablePrice(db, Number(params.outcomeId), handPrices)
    if (!price) return refuse('not_found')
    const { priceMilli, automaticMilli, version, isOpen, isOffered, isEachWay, bounds } = price
    const isEditable = isOpen && isOffered && !isEachWay
    return ok({
      outcomeId: params.outcomeId,
      priceMilli,
      automaticMilli,
      version,
      isOpen: isOpen && isOffered,
      bounds: (isEditable && bounds) || null,
      byHand: toWireByHand(price),
    })
  })
  serveOperator(
    api,
    'POST /api/backoffice/trading/outcomes/:outcomeId/price',
    async ({ caller, params, body }) => {
      const { handPrices } = await readSettings()
      return asOperator(db, caller, async (tx) => {
        const { operatorId } = caller
        const { requestId, ...asked } = body
        const request = { call: SET_PRICE, operatorId, requestId, asked: { ...asked, ...params } } as const
        if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
        if (await isKeptRequest(tx, request)) return ok(null)
        const edit = { ...asked, outcomeId: Number(params.outcomeId), operatorId }
        const [answer] = await editPrices(tx, [edit], handPrices)
        if (!answer?.ok) return answer ?? refuse('not_found')
        await keepRequest(tx, request)
        const { fixtureId, marketId, ...changed } = answer.value
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: body.priceMilli === null ? 'price.taken_back' : 'price.set_by_hand',
          subject: `market:${marketId}`,
          details: { fixtureId, outcomeId: edit.outcomeId, ...changed, reason: body.reason },
        })
        return ok(null)
      })
    },
  )
}

type ByHand = { operatorId: number | null; endsAt: Date | null }

/** Who set a price by hand, and until when; null if it is automatic. */
export const toWireByHand = (hand: ByHand | undefined) =>
  hand && hand.operatorId !== null && hand.endsAt !== null
    ? { operatorId: hand.operatorId, until: hand.endsAt.toISOString() }
    : null
