import type { Calls } from '@palpite/contract'
import { resultCode } from '@palpite/odds'
import { mainMarketsOfAll, sportOf } from '../sports/table.ts'
import { periodCode } from '../sports/match-status.ts'
import type { FixtureRow, OutcomeRow, FixtureStateRow } from './queries.ts'

/** A fixture in the contract. */
export type WireFixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']
type WireMarket = WireFixture['markets'][number]

/** The fixture and these of its outcomes, grouped by market in the given order. */
export function toWireFixture(row: FixtureRow, outcomes: readonly OutcomeRow[]): WireFixture {
  return {
    fixtureId: String(row.id),
    sport: row.sport as WireFixture['sport'],
    competition: row.competition,
    simulated: row.simulated,
    isOutright: row.isOutright,
    title: row.title,
    participants: row.participants,
    ...sidesOf(row),
    startsAt: row.startsAt.toISOString(),
    isDayOnly: row.isDayOnly,
    ...toWireFixtureState(row),
    version: row.version,
    marketCount: row.marketCount,
    markets: [...Map.groupBy(outcomes, ({ marketId }) => marketId).values()].map((own) =>
      toWireMarket(row, own),
    ),
  }
}

/** The names of both sides; a race or an outright has none. */
const sidesOf = ({ sport, isOutright, participants }: FixtureRow) => {
  const hasSides = sport !== 'racing' && !isOutright
  return {
    home: hasSides ? (participants[0]?.name ?? '') : '',
    away: hasSides ? (participants[1]?.name ?? '') : '',
  }
}

const keyOf = ({ type, period }: { type: string; period: string }) => `${type}/${period}`
const rankOf = new Map(mainMarketsOfAll.map((market, at) => [keyOf(market), at]))

/**
 * The markets of a list, in the order of their sport: those without a line, and of each with lines the one with the
 * closest prices.
 */
export function mainMarkets(markets: readonly WireMarket[]): WireMarket[] {
  const main = markets.filter((market) => rankOf.has(keyOf(market)))
  const lines = Map.groupBy(
    main.filter(({ lineQuarters }) => lineQuarters !== null),
    ({ type }) => type,
  )
  return [
    ...main.filter(({ lineQuarters }) => lineQuarters === null),
    ...[...lines.values()].flatMap((own) => mostEven(own) ?? []),
  ].toSorted((one, other) => (rankOf.get(keyOf(one)) ?? 0) - (rankOf.get(keyOf(other)) ?? 0))
}

/** Lines no longer offered remain, suspended at an old price: an open one has priority. */
function mostEven(lines: readonly WireMarket[]): WireMarket | undefined {
  const isShown = ({ status }: WireMarket) => status === 'open' || status === 'suspended'
  const unevenness = ({ outcomes: [one, other] }: WireMarket) =>
    Math.abs((one?.priceMilli ?? 0) - (other?.priceMilli ?? 0))
  return lines
    .filter(isShown)
    .toSorted(
      (one, other) =>
        Number(other.status === 'open') - Number(one.status === 'open') ||
        unevenness(one) - unevenness(other),
    )[0]
}

function toWireMarket(fixture: FixtureRow, outcomes: readonly OutcomeRow[]): WireMarket {
  const [first] = outcomes
  const status = first?.marketStatus ?? 'closed'
  const type = first?.type ?? ''
  const period = first?.period ?? 'full'
  return {
    marketId: String(first?.marketId ?? 0),
    type,
    period,
    periodCode: periodCode({ type, period }),
    lineQuarters: first?.lineQuarters ?? null,
    side: first?.side ?? null,
    status,
    outcomes: outcomes.map((outcome) => ({
      outcomeId: String(outcome.id),
      code: outcome.code,
      name: nameOf(outcome, fixture),
      priceMilli: outcome.priceMilli,
      status: status === 'settled' || !outcome.isOffered ? 'closed' : status,
      result: resultOf(outcome),
    })),
  }
}

/** The entrant's name, for outcomes that are one. */
function nameOf({ code, type }: OutcomeRow, { participants }: FixtureRow): string | null {
  const place = /^(?:racing|outright)\./.test(type)
    ? Number(code)
    : code === 'home'
      ? 1
      : code === 'away'
        ? 2
        : 0
  return participants.find((one) => one.place === place)?.name ?? null
}

type Resolved = { won: number | null; refunded: number | null; parts: number | null }

/** The result code of an outcome or a bet; null while open. */
export const resultOf = ({ won, refunded, parts }: Resolved): number | null =>
  won === null || refunded === null || parts === null ? null : resultCode({ won, refunded, of: parts })

/** The id of a fixture or outcome in a call; empty if too large to be ours. */
export function idsOf(text: string): number[] {
  const id = Number(text)
  return Number.isSafeInteger(id) ? [id] : []
}

type WireFixtureState = Pick<WireFixture, 'matchStatus' | 'clock' | 'homeScore' | 'awayScore' | 'state'>

/** The state of a fixture, as shown to players. */
export function toWireFixtureState({
  sport,
  matchStatus,
  clockPeriod,
  minute,
  state,
}: FixtureStateRow): WireFixtureState {
  const score = state && state.family !== 'outright' ? sportOf(sport).score(state, matchStatus) : null
  return {
    matchStatus,
    clock: clockPeriod === null ? null : { period: clockPeriod, minute },
    homeScore: score?.home ?? null,
    awayScore: score?.away ?? null,
    state,
  }
}
