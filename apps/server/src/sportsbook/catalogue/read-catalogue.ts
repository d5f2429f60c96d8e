import type { Calls } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
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

/** Fixtures of a sport and time, by competition in order of their first kick-off, with their main markets. */
export async function readList(
  sql: Sql,
  sport: Sport,
  when: When,
): Promise<Calls['GET /api/app/sportsbook/fixtures']['data']> {
  const rows =
    when === 'live'
      ? await queries.selectLive(sql, sport)
      : await queries.selectComing(sql, sport, days[when])
  const fixtures = await readFixtures(
    sql,
    rows.map(({ id }) => id),
    'main',
  )
  const groups = groupBy(fixtures, ({ competition }) => competition)
  return [...groups].map(([competition, own]) => ({ competition, fixtures: own }))
}

/** Today is 0; a week is today and the seven days after it. */
const days = { today: { from: 0, to: 0 }, tomorrow: { from: 1, to: 1 }, week: { from: 0, to: 7 } } as const

/** These fixtures, in order of kick-off, with their main markets or with all. Unknown ids are left out. */
export async function readFixtures(
  sql: Sql,
  ids: readonly number[],
  which: 'main' | 'all',
): Promise<WireFixture[]> {
  if (ids.length === 0) return []
  const [fixtures, outcomes] = await Promise.all([
    queries.selectFixtures(sql, ids),
    queries.selectOutcomes(sql, ids, which === 'main'),
  ])
  const byFixture = groupBy(outcomes, ({ fixtureId }) => fixtureId)
  return fixtures.map((row) => {
    const shown = toWireFixture(row, byFixture.get(row.id) ?? [])
    return which === 'main' ? { ...shown, markets: mainMarkets(shown.markets) } : shown
  })
}
