import type { Calls } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { countryOf, rankOf } from './competitions.ts'
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
 * the others in order of their first kick-off. Of a week one day: the one named, or the first after tomorrow that has a
 * fixture. Who wins a competition stands apart from its matches, and only while a price of it can be taken.
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

/** Days of the house; today is 0. Today and tomorrow have times of their own, and the week is the six days after them. */
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
  const byFixture = Map.groupBy(outcomes, ({ fixtureId }) => fixtureId)
  return fixtures.map((row) => {
    const shown = toWireFixture(row, byFixture.get(row.id) ?? [])
    return which === 'main' ? { ...shown, markets: mainMarkets(shown.markets) } : shown
  })
}
