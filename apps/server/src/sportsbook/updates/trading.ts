import type { Sql, Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { readFixtures, readSports } from '../catalogue/read-catalogue.ts'
import { marketChanged } from '../events.ts'
import { bumpVersions, selectChanges } from './change-queries.ts'
import * as queries from './trading-queries.ts'
import { lockFixturesToMovePrices, selectStakedOutcomes, updateShortened } from './trading-queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { shortenedBps } from '../risk/rules.ts'
import type { SportsbookSettings } from '../settings.ts'
import { reprice } from './apply-odds.ts'
import { selectClock } from './queries.ts'
import { publishChanges } from './apply-feed-messages.ts'
import { selectFixturesToEnd, selectHandPrices } from './hand-price-queries.ts'
import { selectMatchLimits } from './match-limit-queries.ts'
import { endDueHandPrices } from './hand-prices.ts'

export type Suspend = { fixtureIds: readonly number[]; marketIds: readonly number[]; isSuspended: boolean }
type Suspended = { fixtureId: number; marketId: number | null }

/**
 * Suspends fixtures and markets, or reopens them to their feed's state; every screen gets a push. No feed message
 * lifts it. Returns what changed, without unchanged and unknown ones.
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
  // For a whole fixture each open market has changed now, although none of their rows was written.
  const whole = fixtures.map(({ fixtureId }) => fixtureId)
  await writeEvents(tx, marketChanged, await selectChanges(tx, ids, whole))
  return changed
}

/** Most fixtures of one sport on a trader's screen. */
const MAX_FIXTURES = 150

/** The fixtures of a sport in play or starting within three days, with their main markets. */
export const readTraded = async (sql: Sql, sport: string) =>
  tradedOf(sql, await queries.selectTradedFixtures(sql, sport, MAX_FIXTURES), 'main')

/** One fixture with all its markets; undefined if it does not exist. */
export const readTradedFixture = async (sql: Sql, fixtureId: number) =>
  (await tradedOf(sql, await queries.selectTradedFixture(sql, fixtureId), 'all'))[0]

/** The sports with their numbers of fixtures in play and to come. */
export const readTradedSports = (sql: Sql) => readSports(sql)

async function tradedOf(sql: Sql, rows: readonly queries.TradedRow[], which: 'main' | 'all') {
  const ids = rows.map(({ fixtureId }) => fixtureId)
  const [fixtures, handled, handPrices, limits] = await Promise.all([
    readFixtures(sql, ids, which),
    queries.selectHandledMarkets(sql, ids),
    selectHandPrices(sql, ids),
    selectMatchLimits(sql, ids),
  ])
  const limitsOf = new Map(limits.map((row) => [String(row.fixtureId), row]))
  const handOf = new Map(handPrices.map((hand) => [String(hand.outcomeId), hand]))
  const suspended = handled.filter((market) => market.isSuspended)
  const isSuspended = new Set(suspended.map(({ marketId }) => String(marketId)))
  const isKept = new Set(handled.flatMap((market) => (market.isKept ? [String(market.marketId)] : [])))
  const rowOf = new Map(rows.map((row) => [String(row.fixtureId), row]))
  return fixtures.map((fixture) => ({
    ...fixture,
    feed: rowOf.get(fixture.fixtureId)?.feed ?? '',
    isSuspended: rowOf.get(fixture.fixtureId)?.isSuspended ?? false,
    limits: limitsOf.get(fixture.fixtureId),
    suspendedMarkets: suspended.filter(({ fixtureId }) => String(fixtureId) === fixture.fixtureId).length,
    markets: fixture.markets.map((market) => ({
      ...market,
      isSuspended: isSuspended.has(market.marketId),
      isKept: isKept.has(market.marketId),
      outcomes: market.outcomes.map((outcome) => ({ ...outcome, byHand: handOf.get(outcome.outcomeId) })),
    })),
  }))
}

type Shortened = { fixtureId: number; outcomeId: number; bps: number }

/** Fixtures locked per transaction: bets on them wait for the milliseconds in which their prices are written. */
const FIXTURES_AT_ONCE = 20

/**
 * Moves prices by the liability of the open bets. The new prices are pushed like any other. Returns how many
 * outcomes are shortened by more or less than before.
 */
export async function movePricesByLiability(
  { db }: Pick<Deps, 'db'>,
  { priceMoves }: Pick<SportsbookSettings, 'priceMoves'>,
): Promise<number> {
  const minStepCents = Math.min(...priceMoves.map(({ stepCents }) => stepCents), Number.MAX_SAFE_INTEGER)
  const at = await selectClock(db)
  const changed = (await selectStakedOutcomes(db, minStepCents)).flatMap((row): Shortened[] => {
    const bps = shortenedBps(row, priceMoves, at)
    return bps === row.shortenedBps ? [] : [{ fixtureId: row.fixtureId, outcomeId: row.outcomeId, bps }]
  })
  const fixtures = [...Map.groupBy(changed, ({ fixtureId }) => fixtureId).values()]
  for (let from = 0; from < fixtures.length; from += FIXTURES_AT_ONCE)
    await db.begin((tx) => moveFixtures(tx, fixtures.slice(from, from + FIXTURES_AT_ONCE).flat()))
  return changed.length
}

async function moveFixtures(tx: Tx, shortened: readonly Shortened[]): Promise<void> {
  const ids = [...new Set(shortened.map(({ fixtureId }) => fixtureId))]
  await lockFixturesToMovePrices(tx, ids)
  await updateShortened(
    tx,
    shortened.map(({ outcomeId }) => outcomeId),
    shortened.map(({ bps }) => bps),
  )
  if (await reprice(tx, ids)) await publishChanges(tx, new Map(ids.map((id) => [id, null])))
}

/** Ends the prices by hand whose time is over; returns in how many matches. */
export async function endHandPricesInTime({ db }: Pick<Deps, 'db'>): Promise<number> {
  const rows = await selectFixturesToEnd(db)
  if (rows.length === 0) return 0
  const ids = rows.map(({ fixtureId }) => fixtureId)
  return db.begin(async (tx) => {
    await lockFixturesToMovePrices(tx, ids)
    const ended = await endDueHandPrices(tx, new Map(ids.map((id) => [id, undefined])))
    await publishChanges(tx, new Map(ended.map((id) => [id, null])))
    return ended.length
  })
}
