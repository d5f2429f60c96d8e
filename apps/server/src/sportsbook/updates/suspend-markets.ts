import type { Sql, Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { readFixtures, readSports } from '../catalogue/read-catalogue.ts'
import { marketChanged } from '../events.ts'
import { bumpVersions, selectChanges } from './change-queries.ts'
import { lockFixturesToMovePrices } from './moves-queries.ts'
import * as queries from './trading-queries.ts'

export type Suspend = { fixtureIds: readonly number[]; marketIds: readonly number[]; isSuspended: boolean }
export type Suspended = { fixtureId: number; marketId: number | null }

/**
 * Has fixtures and markets take no bets, or take them again as their feed has them; every screen hears of it. Nothing that a
 * feed says undoes it. Answers what changed: what stood so already, and what is not there, is left out.
 */
export async function suspendMarkets(
  tx: Tx,
  { fixtureIds, marketIds, isSuspended }: Suspend,
): Promise<Suspended[]> {
  const owners = await queries.selectFixturesOfMarkets(tx, marketIds)
  const named = new Set([...fixtureIds, ...owners.map(({ fixtureId }) => fixtureId)])
  await lockFixturesToMovePrices(tx, [...named])
  const fixtures = await queries.updateSuspendedFixtures(tx, fixtureIds, isSuspended)
  const markets = await queries.updateSuspendedMarkets(tx, marketIds, isSuspended)
  const changed = [...fixtures.map(({ fixtureId }) => ({ fixtureId, marketId: null })), ...markets]
  const ids = [...new Set(changed.map(({ fixtureId }) => fixtureId))].toSorted((one, other) => one - other)
  if (ids.length === 0) return []
  await bumpVersions(
    tx,
    ids,
    ids.map(() => null),
  )
  // Of a whole fixture each open market stands otherwise now, though none of their rows was written.
  const whole = fixtures.map(({ fixtureId }) => fixtureId)
  await writeEvents(tx, marketChanged, await selectChanges(tx, ids, whole))
  return changed
}

/** Most fixtures of one sport on a trader's screen. */
const MAX_FIXTURES = 150

/** The fixtures of a sport that are played or begin within three days, with their main markets. */
export const readTraded = async (sql: Sql, sport: string) =>
  tradedOf(sql, await queries.selectTradedFixtures(sql, sport, MAX_FIXTURES), 'main')

/** One fixture with all its markets; nothing where there is none. */
export const readTradedFixture = async (sql: Sql, fixtureId: number) =>
  (await tradedOf(sql, await queries.selectTradedFixture(sql, fixtureId), 'all'))[0]

/** The sports with how many fixtures are played and to come. */
export const readTradedSports = (sql: Sql) => readSports(sql)

async function tradedOf(sql: Sql, rows: readonly queries.TradedRow[], which: 'main' | 'all') {
  const ids = rows.map(({ fixtureId }) => fixtureId)
  const [fixtures, suspended] = await Promise.all([
    readFixtures(sql, ids, which),
    queries.selectSuspendedMarkets(sql, ids),
  ])
  const isSuspended = new Set(suspended.map(({ marketId }) => String(marketId)))
  const rowOf = new Map(rows.map((row) => [String(row.fixtureId), row]))
  return fixtures.map((fixture) => ({
    ...fixture,
    feed: rowOf.get(fixture.fixtureId)?.feed ?? '',
    isSuspended: rowOf.get(fixture.fixtureId)?.isSuspended ?? false,
    suspendedMarkets: suspended.filter(({ fixtureId }) => String(fixtureId) === fixture.fixtureId).length,
    markets: fixture.markets.map((market) => ({ ...market, isSuspended: isSuspended.has(market.marketId) })),
  }))
}
