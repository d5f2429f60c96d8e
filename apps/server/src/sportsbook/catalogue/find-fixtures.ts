import type { Calls } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { type NamedRow, selectLiveInTurn, selectNamed } from './find-queries.ts'
import { readFixtures } from './read-catalogue.ts'
import type { WireFixture } from './wire-fixture.ts'

type Found = Calls['GET /api/app/sportsbook/search']['data']
type FoundLeague = Found['leagues'][number]

const MAX_LIVE = 14
const MAX_MATCHES = 20
const MAX_LEAGUES = 8

/** Matches being played, of all sports in turn, without markets: a strip of scores is asked for every few seconds. */
export async function readLive(sql: Sql): Promise<WireFixture[]> {
  const ids = (await selectLiveInTurn(sql, MAX_LIVE)).map(({ id }) => id)
  return inOrderOf(ids, await readFixtures(sql, ids, 'none'))
}

/** These fixtures in the order of these ids. */
export const inOrderOf = (ids: readonly number[], fixtures: readonly WireFixture[]): WireFixture[] =>
  fixtures.toSorted((one, other) => ids.indexOf(Number(one.fixtureId)) - ids.indexOf(Number(other.fixtureId)))

/** Everything that can be found now, with its names ready to be searched. */
export const readIndex = async (sql: Sql): Promise<readonly Indexed[]> =>
  (await selectNamed(sql)).map((row) => ({
    ...row,
    league: foldText(row.competition),
    match: foldText([row.title ?? '', ...row.names].join(' ')),
  }))

type Indexed = NamedRow & { league: string; match: string }

/** Letters as they are typed in a hurry: small, without accents. "São Paulo" is found by "sao". */
export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Leagues and matches in whose names every word stands; what is in play comes first. */
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
