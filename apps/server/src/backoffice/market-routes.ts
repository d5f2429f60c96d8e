import type { OperatorCalls } from '@palpite/contract/backoffice'
import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  keepPrices,
  openMarketPreview,
  readFixtureMarkets,
  readWaitingMarkets,
  settleMarket,
} from '../sportsbook/index.ts'

const PAGE = 50

/** Markets whose prices operators keep, and those that they settle. */
export function marketRoutes(api: OperatorApi, deps: Pick<Deps, 'db' | 'config'>): void {
  const { db } = deps
  const preview = openMarketPreview(deps)
  serveOperator(api, 'POST /api/backoffice/markets/:marketId/keepPrices', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const [kept] = await keepPrices(tx, Number(params.marketId), body.isKept)
      if (!kept) return refuse('not_found')
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: body.isKept ? 'market.prices_kept' : 'market.prices_follow',
        subject: `market:${params.marketId}`,
        details: { fixtureId: kept.fixtureId, reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'GET /api/backoffice/markets/waiting', async ({ query: { cursor } }) => {
    const rows = await readWaitingMarkets(db, { afterId: Number(cursor ?? 0), max: PAGE })
    const items = rows.map(toWire)
    return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.marketId ?? '') })
  })
  serveOperator(api, 'GET /api/backoffice/fixtures/:fixtureId/markets', async ({ params }) =>
    ok((await readFixtureMarkets(db, Number(params.fixtureId))).map(toWire)),
  )
  serveOperator(api, 'POST /api/backoffice/markets/:marketId/preview', ({ params, body }) =>
    preview({ marketId: Number(params.marketId), results: body.results }),
  )
  serveOperator(api, 'POST /api/backoffice/markets/:marketId/settle', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const answer = await settleMarket(tx, { ...body, operatorId, marketId: Number(params.marketId) })
      if (!answer.ok) return answer
      const { state, said } = answer.value
      if (said) {
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: body.results ? 'market.settled' : 'market.reopened',
          subject: `market:${params.marketId}`,
          details: { fixtureId: said.fixtureId, results: body.results ?? [], state, reason: body.reason },
        })
      }
      return ok({ state })
    }),
  )
}

type Market = Awaited<ReturnType<typeof readWaitingMarkets>>[number]
type WireMarket = OperatorCalls['GET /api/backoffice/fixtures/:fixtureId/markets']['data'][number]

const toWire = ({ startsAt, proposedAt, words, windows, ...market }: Market): WireMarket => ({
  ...market,
  startsAt: startsAt.toISOString(),
  proposedAt: proposedAt?.toISOString() ?? null,
  windows: windows.map(({ feed, from, until }) => ({ feed, from: asIso(from), until: asIso(until) })),
  words: words.map((word) => ({ ...word, saidAt: new Date(word.saidAt).toISOString() })),
})

const asIso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())
