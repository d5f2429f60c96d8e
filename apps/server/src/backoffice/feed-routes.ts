import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import { type FeedHealth, readFeeds, readRefusedMessages } from '../feeds/index.ts'
import { readWaitingFixtures } from '../sportsbook/index.ts'

const PAGE = 50

/** How the feeds are, what waits for a result of theirs, and which of their messages were not taken. */
export function feedRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/feeds', async () => {
    const feeds = await readFeeds(db)
    return ok(feeds.map(toWireFeed))
  })

  serveOperator(api, 'GET /api/backoffice/feeds/waiting', async () => {
    const fixtures = await readWaitingFixtures(db)
    return ok(
      fixtures.map(({ startsAt, windows, ...fixture }) => ({
        ...fixture,
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
    const beforeId = cursor === undefined ? null : Number(cursor)
    const rows = await readRefusedMessages(db, { beforeId, max: PAGE })
    const items = rows.map(({ sentAt, receivedAt, ...row }) => ({
      ...row,
      sentAt: sentAt?.toISOString() ?? null,
      receivedAt: receivedAt.toISOString(),
    }))
    return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? '') })
  })
}

/** How a feed is, as operators are told. */
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
