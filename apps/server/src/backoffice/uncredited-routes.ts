import { asOperator } from '../identity/index.ts'
import { decideUncredited, readUncredited } from '../cashier/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'

const PAGE = 50

/** What operators see and decide of money over a chain that is not credited by itself. */
export function uncreditedRoutes(api: OperatorApi, db: Db): void {
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
