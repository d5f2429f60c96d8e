import type { OperatorCalls } from '@palpite/contract/backoffice'
import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import type { Deps } from '../platform/deps.ts'
import {
  type TradedBook,
  readTraded,
  readTradedFixture,
  readTradedSports,
  suspendMarkets,
  keepPrices,
  decideLateWindow,
  openMarketPreview,
  openWindowPreview,
  readFixtureMarkets,
  readWaitingMarkets,
  settleMarket,
  readReviewFlags,
  decideReviewFlag,
  setStakeFactor,
  readWaitingFixtures,
} from '../sportsbook/index.ts'
import { ok, refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'
import { matchLimitRoutes, toWireLimits } from './match-limit-routes.ts'
import { priceRoutes, toWireByHand } from './price-routes.ts'
import { type FeedHealth, readFeeds, readRefusedMessages } from '../feeds/index.ts'

const PAGE = 50

type Traded = Awaited<ReturnType<typeof readTraded>>[number]
type WireTraded = OperatorCalls['GET /api/backoffice/trading/fixtures']['data'][number]

/** Calls for traders: matches and prices, markets that wait for a result, feeds, and flagged bets. */
export function tradingRoutes(
  api: OperatorApi,
  deps: Pick<Deps, 'db' | 'config'>,
  sportsbook: TradedBook,
): void {
  fixtureRoutes(api, deps.db)
  matchLimitRoutes(api, deps.db)
  priceRoutes(api, deps.db, sportsbook)
  marketRoutes(api, deps)
  betRoutes(api, deps, sportsbook)
  feedRoutes(api, deps.db)
  lateWindowRoutes(api, deps)
}

/** Calls that show matches with their prices, and suspend them. */
function fixtureRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/trading/sports', async () => {
    const sports = await readTradedSports(db)
    return ok(sports.map(({ sport, live, coming }) => ({ sport, live, coming })))
  })
  serveOperator(api, 'GET /api/backoffice/trading/fixtures', async ({ query: { sport } }) =>
    ok((await readTraded(db, sport)).map(toWireTraded)),
  )
  serveOperator(api, 'GET /api/backoffice/trading/fixtures/:fixtureId', async ({ params }) => {
    const fixture = await readTradedFixture(db, Number(params.fixtureId))
    return fixture ? ok(toWireTraded(fixture)) : refuse('not_found')
  })
  serveOperator(api, 'GET /api/backoffice/boosts/fixtures', async ({ query: { sport } }) =>
    ok((await readTraded(db, sport)).filter(hasNotBegun).map(toWireTraded)),
  )
  serveOperator(api, 'GET /api/backoffice/boosts/fixtures/:fixtureId', async ({ params }) => {
    const fixture = await readTradedFixture(db, Number(params.fixtureId))
    return fixture && hasNotBegun(fixture) ? ok(toWireTraded(fixture)) : refuse('not_found')
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

const hasNotBegun = ({ matchStatus }: Traded): boolean => matchStatus === 0

const toWireTraded = (fixture: Traded): WireTraded => ({
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
  limits: toWireLimits(fixture.limits),
  markets: fixture.markets.map(
    ({ marketId, type, period, lineQuarters, side, status, isSuspended, isKept, outcomes }) => ({
      marketId,
      type,
      period,
      lineQuarters,
      side,
      status,
      isSuspended,
      isKept,
      outcomes: outcomes.map(({ outcomeId, code, name, priceMilli, status: own, byHand }) => ({
        outcomeId,
        code,
        name,
        priceMilli,
        status: own,
        byHand: toWireByHand(byHand),
      })),
    }),
  ),
})

/** Calls that freeze prices of markets, and settle markets. */
function marketRoutes(api: OperatorApi, deps: Pick<Deps, 'db' | 'config'>): void {
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
    const items = rows.map(toWireMarket)
    return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.marketId ?? '') })
  })
  serveOperator(api, 'GET /api/backoffice/fixtures/:fixtureId/markets', async ({ params }) =>
    ok((await readFixtureMarkets(db, Number(params.fixtureId))).map(toWireMarket)),
  )
  serveOperator(api, 'POST /api/backoffice/markets/:marketId/preview', ({ params, body }) =>
    preview({ marketId: Number(params.marketId), results: body.results }),
  )
  serveOperator(api, 'POST /api/backoffice/markets/:marketId/settle', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const answer = await settleMarket(tx, { ...body, operatorId, marketId: Number(params.marketId) })
      if (!answer.ok) return answer
      const { state, vote } = answer.value
      if (vote) {
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: body.results ? 'market.settled' : 'market.reopened',
          subject: `market:${params.marketId}`,
          details: { fixtureId: vote.fixtureId, results: body.results ?? [], state, reason: body.reason },
        })
      }
      return ok({ state })
    }),
  )
}

type Market = Awaited<ReturnType<typeof readWaitingMarkets>>[number]
type WireMarket = OperatorCalls['GET /api/backoffice/fixtures/:fixtureId/markets']['data'][number]

const toWireMarket = ({ startsAt, proposedAt, words, windows, ...market }: Market): WireMarket => ({
  ...market,
  startsAt: startsAt.toISOString(),
  proposedAt: proposedAt?.toISOString() ?? null,
  windows: windows.map(({ feed, from, until }) => ({ feed, from: asIso(from), until: asIso(until) })),
  words: words.map((word) => ({ ...word, saidAt: new Date(word.saidAt).toISOString() })),
})

const asIso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Calls for flagged bets, and for the stake limits of their players. */
function betRoutes(
  api: OperatorApi,
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { readWorst }: Pick<TradedBook, 'readWorst'>,
): void {
  const policy = policyOf(config)
  serveOperator(api, 'GET /api/backoffice/bets/worst', async () => ok(await readWorst(PAGE)))
  serveOperator(
    api,
    'GET /api/backoffice/bets/marks',
    async ({ query: { cursor, kind = null, status = null } }) => {
      const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
      const rows = await readReviewFlags(db, { beforeId, max: PAGE, kind, status })
      const items = rows.map((row) => ({
        ...row,
        placedAt: row.placedAt.toISOString(),
        markedAt: row.markedAt.toISOString(),
      }))
      return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? '') })
    },
  )
  serveOperator(api, 'POST /api/backoffice/bets/marks/:id/review', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const [flag] = await decideReviewFlag(tx, { id: Number(params.id), operatorId, ...body })
      if (!flag) return refuse('not_found')
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: `bet_mark.${body.status}`,
        subject: `bet:${flag.betId}`,
        details: { kind: flag.kind, reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/stakeFactor', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const answer = await setStakeFactor(tx, policy, { playerId, factorBps: body.factorBps })
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.stake_factor_set',
        subject: `player:${playerId}`,
        details: { beforeBps: answer.value.beforeBps, afterBps: body.factorBps, reason: body.reason },
      })
      return ok(null)
    }),
  )
}

/** Calls for the state of the feeds, fixtures waiting for results, and rejected messages. */
function feedRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/feeds', async () => {
    const feeds = await readFeeds(db)
    return ok(feeds.map(toWireFeed))
  })

  serveOperator(api, 'GET /api/backoffice/feeds/waiting', async () => {
    const fixtures = await readWaitingFixtures(db)
    return ok(
      fixtures.map(({ startsAt, windows, late, ...fixture }) => ({
        ...fixture,
        late: late.map(({ from, until, words, ...window }) => ({
          ...window,
          from: from.toISOString(),
          until: until.toISOString(),
          words: words.map((word) => ({ ...word, saidAt: new Date(word.saidAt).toISOString() })),
        })),
        startsAt: startsAt.toISOString(),
        windows: windows.map((window) => ({
          marketId: window.marketId,
          type: window.type,
          period: window.period,
          lineQuarters: window.lineQuarters,
          side: window.side,
          feed: window.feed,
          from: window.from?.toISOString() ?? null,
          until: window.until?.toISOString() ?? null,
          bets: window.bets,
          stakeCents: window.stakeCents,
        })),
      })),
    )
  })

  serveOperator(api, 'GET /api/backoffice/feeds/refused', async ({ query: { cursor } }) => {
    const beforeId = Number(cursor ?? Number.MAX_SAFE_INTEGER)
    const rows = await readRefusedMessages(db, { beforeId, max: PAGE })
    const items = rows.map(({ sentAt, receivedAt, ...row }) => ({
      ...row,
      sentAt: sentAt?.toISOString() ?? null,
      receivedAt: receivedAt.toISOString(),
    }))
    return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? '') })
  })
}

/** Calls that show and decide bets placed after a goal reported too late. */
function lateWindowRoutes(api: OperatorApi, deps: Pick<Deps, 'db' | 'config'>): void {
  const preview = openWindowPreview(deps)
  serveOperator(api, 'GET /api/backoffice/lateWindows/:windowId/preview', async ({ params }) =>
    ok(await preview(Number(params.windowId))),
  )
  serveOperator(api, 'POST /api/backoffice/lateWindows/:windowId/decide', ({ caller, params, body }) =>
    asOperator(deps.db, caller, async (tx) => {
      const { operatorId } = caller
      const answer = await decideLateWindow(tx, { ...body, operatorId, windowId: Number(params.windowId) })
      if (!answer.ok) return answer
      const { state, vote } = answer.value
      if (vote) {
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: body.isVoid ? 'late_bets.voided' : 'late_bets.stand',
          subject: `late_window:${params.windowId}`,
          details: { fixtureId: vote.fixtureId, state, reason: body.reason },
        })
      }
      return ok({ state })
    }),
  )
}

/** The state of a feed in wire format. */
export const toWireFeed = ({ producers, aliveAt, ...feed }: FeedHealth) => ({
  ...feed,
  aliveAt: aliveAt?.toISOString() ?? null,
  producers: producers.map(({ producer, status, ...times }) => ({
    producer,
    status,
    aliveAt: times.aliveAt?.toISOString() ?? null,
    missedSince: times.missedSince?.toISOString() ?? null,
  })),
})
