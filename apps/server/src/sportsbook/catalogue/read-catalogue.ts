import type { Calls } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { countryOf, rankOf } from './competitions.ts'
import { groupBy } from './group-by.ts'
import * as queries from './queries.ts'
import { mainMarkets, type WireFixture, toWireFixture } from './wire-fixture.ts'

type When = Calls['GET /api/app/sportsbook/fixtures']['query']['when']

/** The sports that are offered here, in the order of `SPORTS`; one with nothing to bet on now has zeros. */
export async function readSports(sql: Sql): Promise<Calls['GET /api/app/sportsbook/sports']['data']> {
  const rows = new Map((await queries.selectSports(sql)).map((row) => [row.sport, row]))
  return SPORTS.flatMap((sport) => {
    const row = rows.get(sport)
    return row ? [{ ...row, sport }] : []
  })
}

type Place = { sport: Sport; when: When; day: number | undefined }

/**
 * Fixtures of a sport and time with their main markets, by competition: those that most players here look for first,
 * the others in order of their first kick-off. Of a week one day: the one named, or the first that has a fixture.
 */
export async function readList(
  sql: Sql,
  { sport, when, day }: Place,
): Promise<Calls['GET /api/app/sportsbook/fixtures']['data']> {
  const rows =
    when === 'live'
      ? await queries.selectLive(sql, sport)
      : await queries.selectComing(sql, sport, days[when] ?? day ?? (await firstDay(sql, sport)))
  const fixtures = await readFixtures(
    sql,
    rows.map(({ id }) => id),
    'main',
  )
  const groups = groupBy(fixtures, ({ competition }) => competition)
  const outrightRows = await queries.selectOutrights(sql, sport, [...groups.keys()])
  const outrights = groupBy(
    await readFixtures(
      sql,
      outrightRows.map(({ id }) => id),
      'main',
    ),
    ({ competition }) => competition,
  )
  return [...groups]
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([competition, own]) => ({
      competition,
      country: countryOf(competition),
      fixtures: own,
      outrights: outrights.get(competition) ?? [],
    }))
}

/** Days of the house; today is 0. A week is today and the seven days after it. */
const days: Partial<Record<When, number>> = { today: 0, tomorrow: 1 }
const LAST_DAY = 7

const firstDay = async (sql: Sql, sport: Sport): Promise<number> => {
  const [row] = await queries.selectFirstDay(sql, sport, LAST_DAY)
  return row?.day ?? 0
}

/** These fixtures, in order of kick-off, with their main markets, with all or with none. Unknown ids are left out. */
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
  const byFixture = groupBy(outcomes, ({ fixtureId }) => fixtureId)
  return fixtures.map((row) => {
    const shown = toWireFixture(row, byFixture.get(row.id) ?? [])
    return which === 'main' ? { ...shown, markets: mainMarkets(shown.markets) } : shown
  })
}
