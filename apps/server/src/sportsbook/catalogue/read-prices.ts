import type { PublicEvents } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import { selectFixtures, selectOutcomes, selectOutcomesOf } from './queries.ts'
import { mainMarkets, toWireFixture, type WireFixture } from './wire-fixture.ts'

type WirePrices = PublicEvents['prices']
type WireMarket = WireFixture['markets'][number]

/** Which markets of a fixture changed after version `since`, up to `version`. */
type Change = {
  fixtureId: number
  since: number
  version: number
  marketIds: readonly number[]
  newMarketIds: readonly number[]
}

/**
 * These changes as they are pushed: of each fixture the changed markets, and its main markets. Prices are those of now,
 * which may be newer than the version they go out under: what made them so is pushed next.
 */
export async function readPrices(
  sql: Sql,
  changes: readonly Change[],
): Promise<{ whole: WirePrices; main: WirePrices }[]> {
  const ids = changes.map(({ fixtureId }) => fixtureId)
  const [fixtures, changed, listed] = await Promise.all([
    selectFixtures(sql, ids),
    selectOutcomesOf(
      sql,
      changes.flatMap(({ marketIds }) => marketIds),
    ),
    selectOutcomes(sql, ids, true),
  ])
  const changeById = new Map(changes.map((change) => [change.fixtureId, change]))
  const changedById = Map.groupBy(changed, ({ fixtureId }) => fixtureId)
  const listedById = Map.groupBy(listed, ({ fixtureId }) => fixtureId)
  return fixtures.flatMap((row) => {
    const change = changeById.get(row.id)
    if (!change) return []
    const whole = toWireFixture(row, changedById.get(row.id) ?? [])
    const main = mainMarkets(toWireFixture(row, listedById.get(row.id) ?? []).markets)
    // All markets stopped after `since`; of those that were named since then the change tells.
    const isStopped = row.stoppedVersion !== null && row.stoppedVersion > change.since
    const head = headOf(whole, change, isStopped)
    const fresh = new Set(change.newMarketIds.map(String))
    return [
      {
        whole: {
          ...head,
          scope: 'whole' as const,
          markets: whole.markets
            // Who does not know the market yet is told of it, locked or not.
            .filter(({ status, marketId }) => !(isStopped && status === 'suspended') || fresh.has(marketId))
            .map((market) => toWireChange(market, fresh.has(market.marketId))),
        },
        main: { ...head, scope: 'main' as const, markets: main.map((market) => toWireChange(market, true)) },
      },
    ]
  })
}

const headOf = (fixture: WireFixture, { since, version }: Change, isStopped: boolean) => ({
  fixtureId: fixture.fixtureId,
  since,
  version,
  isStopped,
  matchStatus: fixture.matchStatus,
  clock: fixture.clock,
  homeScore: fixture.homeScore,
  awayScore: fixture.awayScore,
  state: fixture.state,
  marketCount: fixture.marketCount,
})

const toWireChange = (
  { marketId, status, type, period, periodCode, lineQuarters, side, outcomes }: WireMarket,
  isDescribed: boolean,
): WirePrices['markets'][number] => ({
  marketId,
  status,
  outcomes: outcomes.map(({ outcomeId, priceMilli, status: own, result }) =>
    result === null ? [outcomeId, priceMilli, own] : [outcomeId, priceMilli, own, result],
  ),
  ...(isDescribed
    ? { about: { type, period, periodCode, lineQuarters, side, codes: outcomes.map(({ code }) => code) } }
    : {}),
})
