import type { Calls, PublicEvents } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { countryOf, rankOf } from './competitions.ts'
import * as queries from './queries.ts'
import {
  selectFixtures,
  selectOutcomes,
  selectOutcomesOf,
  type NamedRow,
  selectLiveInTurn,
  selectNamed,
} from './queries.ts'
import { mainMarkets, type WireFixture, toWireFixture } from './wire-fixture.ts'

type When = Calls['GET /api/app/sportsbook/fixtures']['query']['when']

/** The sports offered, in the order of `SPORTS`; one with nothing to bet on has zeros. */
export async function readSports(sql: Sql): Promise<Calls['GET /api/app/sportsbook/sports']['data']> {
  const rows = new Map((await queries.selectSports(sql)).map((row) => [row.sport, row]))
  return SPORTS.flatMap((sport) => {
    const row = rows.get(sport)
    return row ? [{ ...row, sport }] : []
  })
}

type Place = { sport: Sport; when: When; day: number | undefined }

/**
 * Fixtures of a sport and time with their main markets, by competition: popular ones first, the others by first
 * kick-off. Of a week one day: the given one, or the first after tomorrow with a fixture. Outright winners are listed
 * separately, and only while open.
 */
export async function readList(
  sql: Sql,
  { sport, when, day }: Place,
): Promise<Calls['GET /api/app/sportsbook/fixtures']['data']> {
  const rows = await selectPlace(sql, { sport, when, day })
  const fixtures = await readFixtures(
    sql,
    rows.map(({ id }) => id),
    'main',
  )
  const groups = Map.groupBy(fixtures, ({ competition }) => competition)
  return [...groups]
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([competition, own]) => ({
      competition,
      country: countryOf(competition),
      fixtures: own,
    }))
}

/** Days in São Paulo; today is 0. Today and tomorrow have their own lists, and the week is the six days after them. */
const days: Partial<Record<When, number>> = { today: 0, tomorrow: 1 }
const WEEK = { firstDay: 2, lastDay: 7 }

async function selectPlace(sql: Sql, { sport, when, day }: Place): Promise<readonly { id: number }[]> {
  if (when === 'live') return queries.selectLive(sql, sport)
  if (when === 'outrights') return queries.selectOutrights(sql, sport)
  const named = days[when] ?? (when === 'week' ? day : undefined)
  if (named !== undefined) return queries.selectComing(sql, sport, named)
  const from = when === 'week' ? WEEK.firstDay : 0
  const [first] = await queries.selectFirstDay(sql, sport, { from, to: WEEK.lastDay })
  return queries.selectComing(sql, sport, first?.day ?? from)
}

/** These fixtures by kick-off, with none, the main or all of their markets. Unknown ids are omitted. */
export async function readFixtures(
  sql: Sql,
  ids: readonly number[],
  which: 'none' | 'main' | 'all',
): Promise<WireFixture[]> {
  if (ids.length === 0) return []
  const [fixtures, outcomes] = await Promise.all([
    queries.selectFixtures(sql, ids),
    which === 'none' ? [] : queries.selectOutcomes(sql, ids, which === 'main'),
  ])
  const byFixture = Map.groupBy(outcomes, ({ fixtureId }) => fixtureId)
  return fixtures.map((row) => {
    const shown = toWireFixture(row, byFixture.get(row.id) ?? [])
    return which === 'main' ? { ...shown, markets: mainMarkets(shown.markets) } : shown
  })
}

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
 * These changes as pushed: of each fixture the changed markets, and its main markets. Prices are the current ones,
 * which may be newer than the version they are sent under: the next push covers that change.
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
    // All markets were stopped after `since`; the change lists those named since then.
    const isStopped = row.stoppedVersion !== null && row.stoppedVersion > change.since
    const head = headOf(whole, change, isStopped)
    const fresh = new Set(change.newMarketIds.map(String))
    return [
      {
        whole: {
          ...head,
          scope: 'whole' as const,
          markets: whole.markets
            // A new market is sent, locked or not.
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

type Found = Calls['GET /api/app/sportsbook/search']['data']
type FoundLeague = Found['leagues'][number]

const MAX_LIVE = 14
const MAX_MATCHES = 20
const MAX_LEAGUES = 8

/** Matches in play, of all sports in turn, without markets: polled every few seconds for a strip of scores. */
export async function readLive(sql: Sql): Promise<WireFixture[]> {
  const ids = (await selectLiveInTurn(sql, MAX_LIVE)).map(({ id }) => id)
  return inOrderOf(ids, await readFixtures(sql, ids, 'none'))
}

/** These fixtures in the order of these ids. */
export const inOrderOf = (ids: readonly number[], fixtures: readonly WireFixture[]): WireFixture[] =>
  fixtures.toSorted((one, other) => ids.indexOf(Number(one.fixtureId)) - ids.indexOf(Number(other.fixtureId)))

/** Everything searchable now, with normalised names. */
export const readIndex = async (sql: Sql): Promise<readonly Indexed[]> =>
  (await selectNamed(sql)).map((row) => ({
    ...row,
    league: foldText(row.competition),
    match: foldText([row.title ?? '', ...row.names].join(' ')),
  }))

type Indexed = NamedRow & { league: string; match: string }

/** Normalises hasty typing: lower case, without accents. "São Paulo" is found by "sao". */
export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Leagues and matches whose names contain every word; in-play first. */
export async function findFixtures(sql: Sql, index: readonly Indexed[], searched: string): Promise<Found> {
  const words = foldText(searched).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.length > 0 && words.every((word) => text.includes(word))
  const leagues = new Map<string, FoundLeague>()
  const ids: number[] = []
  for (const row of index) {
    if (has(row.league)) addLeague(leagues, row)
    if (ids.length < MAX_MATCHES && has(row.match)) ids.push(row.id)
  }
  const fixtures = inOrderOf(ids, await readFixtures(sql, ids, 'main'))
  return { leagues: [...leagues.values()].slice(0, MAX_LEAGUES), fixtures }
}

function addLeague(leagues: Map<string, FoundLeague>, { sport, competition, isLive, day }: NamedRow): void {
  const key = `${sport}/${competition}`
  if (leagues.has(key) || !SPORTS.includes(sport as Sport)) return
  const when = isLive ? 'live' : day === 0 ? 'today' : day === 1 ? 'tomorrow' : 'week'
  leagues.set(key, { sport: sport as Sport, competition, when })
}
