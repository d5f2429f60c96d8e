import type { OperatorCalls } from '@palpite/contract/backoffice'
import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { readTraded, readTradedFixture, readTradedSports, suspendMarkets } from '../sportsbook/index.ts'

type Traded = Awaited<ReturnType<typeof readTraded>>[number]
type WireTraded = OperatorCalls['GET /api/backoffice/trading/fixtures']['data'][number]

/** What traders see of matches and their prices, and how they have them take no bets. */
export function tradingRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/trading/sports', async () => {
    const sports = await readTradedSports(db)
    return ok(sports.map(({ sport, live, coming }) => ({ sport, live, coming })))
  })
  serveOperator(api, 'GET /api/backoffice/trading/fixtures', async ({ query: { sport } }) =>
    ok((await readTraded(db, sport)).map(toWire)),
  )
  serveOperator(api, 'GET /api/backoffice/trading/fixtures/:fixtureId', async ({ params }) => {
    const fixture = await readTradedFixture(db, Number(params.fixtureId))
    return fixture ? ok(toWire(fixture)) : refuse('not_found')
  })
  serveOperator(api, 'POST /api/backoffice/trading/suspend', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { isSuspended, reason } = body
      const changed = await suspendMarkets(tx, {
        fixtureIds: body.fixtureIds.map(Number),
        marketIds: body.marketIds.map(Number),
        isSuspended,
      })
      const rows = changed.map(({ fixtureId, marketId }) => ({
        actor: { kind: 'operator' as const, id: caller.operatorId },
        action: `${marketId === null ? 'fixture' : 'market'}.${isSuspended ? 'suspended' : 'resumed'}`,
        subject: marketId === null ? `fixture:${fixtureId}` : `market:${marketId}`,
        details: { fixtureId, reason },
      }))
      if (rows.length > 0) await audit(tx, ...rows)
      return ok({ changed: rows.length })
    }),
  )
}

const toWire = (fixture: Traded): WireTraded => ({
  fixtureId: fixture.fixtureId,
  sport: fixture.sport,
  competition: fixture.competition,
  title: fixture.title ?? (fixture.home === '' ? fixture.competition : `${fixture.home} x ${fixture.away}`),
  startsAt: fixture.startsAt,
  matchStatus: fixture.matchStatus,
  minute: fixture.clock?.minute ?? null,
  homeScore: fixture.homeScore,
  awayScore: fixture.awayScore,
  feed: fixture.feed,
  isSuspended: fixture.isSuspended,
  suspendedMarkets: fixture.suspendedMarkets,
  markets: fixture.markets.map(
    ({ marketId, type, period, lineQuarters, side, status, isSuspended, outcomes }) => ({
      marketId,
      type,
      period,
      lineQuarters,
      side,
      status,
      isSuspended,
      outcomes: outcomes.map(({ outcomeId, code, name, priceMilli, status: own }) => ({
        outcomeId,
        code,
        name,
        priceMilli,
        status: own,
      })),
    }),
  ),
})
