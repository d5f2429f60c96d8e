import type { Calls } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import { readFixtures } from '../catalogue/read-catalogue.ts'
import { selectPopular } from './popular-queries.ts'

type Popular = Calls['GET /api/app/sportsbook/popular']['data']

/** As many of each as stand on a phone before anything is typed. */
const MAX_SHOWN = 4

/** What most players bet on now: leagues, and matches without their markets, the most popular first. */
export async function readPopular(sql: Sql): Promise<Popular> {
  const rows = await selectPopular(sql)
  const leagues = rows.flatMap(({ sport, competition, fixtureId }) =>
    fixtureId === null && SPORTS.includes(sport as Sport) ? [{ sport: sport as Sport, competition }] : [],
  )
  const ids = rows.flatMap(({ fixtureId }) => fixtureId ?? []).slice(0, MAX_SHOWN)
  const fixtures = await readFixtures(sql, ids, 'none')
  return {
    leagues: leagues.slice(0, MAX_SHOWN),
    fixtures: fixtures.toSorted(
      (one, other) => ids.indexOf(Number(one.fixtureId)) - ids.indexOf(Number(other.fixtureId)),
    ),
  }
}
