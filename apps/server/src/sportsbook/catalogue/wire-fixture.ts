import type { Calls } from '@palpite/contract'
import { resultCode } from '@palpite/odds'
import { groupBy } from './group-by.ts'
import type { FixtureRow, OutcomeRow } from './queries.ts'

/** A fixture as the contract has it. */
export type WireFixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']
type WireMarket = WireFixture['markets'][number]

/** The fixture and these of its outcomes, grouped by market in the order given. */
export function toWireFixture(row: FixtureRow, outcomes: readonly OutcomeRow[]): WireFixture {
  return {
    fixtureId: String(row.id),
    sport: row.sport as WireFixture['sport'],
    competition: row.competition,
    simulated: row.simulated,
    home: row.home,
    away: row.away,
    startsAt: row.startsAt.toISOString(),
    matchStatus: row.matchStatus,
    minute: row.minute,
    homeScore: row.homeScore,
    awayScore: row.awayScore,
    corners: pair(row.homeCorners, row.awayCorners),
    cards: pair(row.homeCards, row.awayCards),
    version: row.version,
    marketCount: row.marketCount,
    markets: [...groupBy(outcomes, ({ marketId }) => marketId).values()].map((own) => toWireMarket(row, own)),
  }
}

/** The markets a list shows: the match result, and the line of goals whose prices are closest together. */
export function mainMarkets(markets: readonly WireMarket[]): WireMarket[] {
  const isShown = ({ status }: WireMarket) => status === 'open' || status === 'suspended'
  const unevenness = ({ outcomes: [one, other] }: WireMarket) =>
    Math.abs((one?.priceMilli ?? 0) - (other?.priceMilli ?? 0))
  // Lines that went out of the offer stay behind, suspended at an old price: an open one goes first.
  const [total] = markets
    .filter((market) => market.lineQuarters !== null && isShown(market))
    .toSorted(
      (one, other) =>
        Number(other.status === 'open') - Number(one.status === 'open') ||
        unevenness(one) - unevenness(other),
    )
  const result = markets.filter((market) => market.lineQuarters === null)
  return total ? [...result, total] : result
}

const pair = (home: number | null, away: number | null): [number, number] | null =>
  home === null || away === null ? null : [home, away]

function toWireMarket(fixture: FixtureRow, outcomes: readonly OutcomeRow[]): WireMarket {
  const [first] = outcomes
  const status = first?.marketStatus ?? 'closed'
  return {
    marketId: String(first?.marketId ?? 0),
    type: first?.type ?? '',
    period: first?.period ?? 1,
    lineQuarters: first?.lineQuarters ?? null,
    status,
    outcomes: outcomes.map((outcome) => ({
      outcomeId: String(outcome.id),
      code: outcome.code,
      name: teamOf(outcome.code, fixture),
      priceMilli: outcome.priceMilli,
      status: status === 'settled' ? 'closed' : status,
      result: resultOf(outcome),
    })),
  }
}

/** The team's name, for outcomes that are teams. */
export function teamOf(code: string, { home, away }: { home: string; away: string }): string | null {
  if (code === 'home') return home
  return code === 'away' ? away : null
}

type Resolved = { won: number | null; refunded: number | null; parts: number | null }

/** The result code of an outcome or a bet; nothing while it is open. */
export const resultOf = ({ won, refunded, parts }: Resolved): number | null =>
  won === null || refunded === null || parts === null ? null : resultCode({ won, refunded, of: parts })
