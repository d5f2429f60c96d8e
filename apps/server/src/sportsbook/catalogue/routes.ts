import { type Calls, maxFavourites } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { cachedRead } from '../../platform/cached-read.ts'
import type { Db, Sql } from '../../platform/db/index.ts'
import { revalidated } from '../../platform/http/answers.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import {
  findFixtures,
  inOrderOf,
  readIndex,
  readLive,
  readFixtures,
  readList,
  readSports,
} from './read-catalogue.ts'
import {
  deleteFavourite,
  deleteOldFavourites,
  insertFavourite,
  selectFavouriteFixtures,
  selectFavouriteTeams,
  selectFollowedFixtures,
  selectFollowedTeams,
  selectMoments,
} from './follow-queries.ts'
import { readForm, readLeagueTable } from './read-league-table.ts'
import { idsOf, toWireFixtureState } from './wire-fixture.ts'

type Doing = {
  db: Db
  /** Reads that may be slightly old: never a price by which a bet is decided. */
  shared: Sql
  /** Settings that operators cannot change. */
  fixed: Pick<SportsbookSettings, 'catalogueAgeMs'>
  readSettings: () => Promise<SportsbookSettings>
}

/** Names change only with a new fixture: the search rereads them twice a minute. */
const indexAgeMs = 30_000

/** A player with 200 favourites has more matches in a week than anybody reads on one sheet. */
const maxFollowedShown = 60

/** The catalogue calls: what is offered, the course of a match, and a player's favourites. */
export function catalogueRoutes(api: Api, { db, shared, fixed, readSettings }: Doing): void {
  const { catalogueAgeMs } = fixed
  const sports = cachedRead(catalogueAgeMs, () => readSports(shared))
  const live = cachedRead(catalogueAgeMs, () => readLive(shared))
  const index = cachedRead(indexAgeMs, () => readIndex(shared))
  const list = cachedRead(catalogueAgeMs, (key: `${Sport}/${When}/${Day | ''}`) => {
    const [sport, when, day] = key.split('/') as [Sport, When, Day | '']
    return readList(shared, { sport, when, day: day === '' ? undefined : Number(day) })
  })
  // Pages without a socket poll these every few seconds; moments once, when a match page opens.
  revalidated(api, (own) => {
    serve(own, 'GET /api/app/sportsbook/sports', async () => ok(await sports('all')))
    serve(own, 'GET /api/app/sportsbook/fixtures', async ({ query: { sport, when, day } }) =>
      ok(await list(`${sport}/${when}/${(when === 'week' && day) || ''}`)),
    )
    serve(own, 'GET /api/app/sportsbook/live', async () => ok(await live('all')))
    serve(own, 'GET /api/app/sportsbook/fixture/:fixtureId', async ({ params }) => {
      const [fixture] = await readFixtures(db, idsOf(params.fixtureId), 'all')
      return fixture ? ok(fixture) : refuse('not_found')
    })
    serve(own, 'GET /api/app/sportsbook/form/:fixtureId', async ({ params }) => {
      const [form] = await Promise.all(idsOf(params.fixtureId).map((id) => readForm(shared, id)))
      return form ? ok(form) : refuse('not_found')
    })
    serve(own, 'GET /api/app/sportsbook/standings', async ({ query }) =>
      ok(await readLeagueTable(shared, query)),
    )
    serve(own, 'GET /api/app/sportsbook/rules', async () => {
      const { minStakeCents, maxReturnCents, betDelayMs, offerSeconds, cashOut, freeBetTimes } =
        await readSettings()
      const minCashOutCents = cashOut.minCents
      return ok({ minStakeCents, maxReturnCents, betDelayMs, offerSeconds, minCashOutCents, freeBetTimes })
    })
    serve(own, 'GET /api/app/sportsbook/moments/:fixtureId', async ({ params }) => {
      const [id] = idsOf(params.fixtureId)
      const rows = id === undefined ? [] : await selectMoments(shared, id)
      return ok(
        rows.map((row) => {
          const { matchStatus, clock, state } = toWireFixtureState(row)
          return { version: row.version, matchStatus, clock, state }
        }),
      )
    })
  })
  serve(api, 'GET /api/app/sportsbook/search', async ({ query: { words } }) =>
    ok(await findFixtures(shared, await index('all'), words)),
  )
  serve(api, 'GET /api/app/sportsbook/favourites', async ({ caller: { playerId } }) => {
    const [fixtures, teams] = await Promise.all([
      selectFavouriteFixtures(db, playerId),
      selectFavouriteTeams(db, playerId),
    ])
    return ok({
      fixtureIds: fixtures.map(({ id }) => String(id)),
      teams: teams.map(({ sport, name }) => ({ sport: sport as Sport, name })),
    })
  })
  serve(api, 'GET /api/app/sportsbook/followed', async ({ caller: { playerId } }) => {
    const [followed, teams] = await Promise.all([
      selectFollowedFixtures(db, playerId, maxFollowedShown),
      selectFollowedTeams(db, playerId),
    ])
    const ids = followed.map(({ id }) => id)
    return ok({
      fixtures: inOrderOf(ids, await readFixtures(db, ids, 'none')),
      teams: teams.map(({ sport, name, fixtureId, place }) => ({
        sport: sport as Sport,
        name,
        fixtureId: String(fixtureId),
        side: place === 1 ? ('home' as const) : ('away' as const),
      })),
    })
  })
  serve(api, 'POST /api/app/sportsbook/favourite', async ({ caller: { playerId }, body }) => {
    const { fixtureId, side = null, isFavourite } = body
    const [id] = idsOf(fixtureId)
    if (id === undefined) return refuse('not_found')
    const favourite = { playerId, fixtureId: id, side }
    if (!isFavourite) {
      await deleteFavourite(db, favourite)
      return ok({ isFavourite })
    }
    const isThere = await db.begin(async (tx) => {
      const [found] = await insertFavourite(tx, favourite)
      if (found) await deleteOldFavourites(tx, playerId, maxFavourites)
      return found !== undefined
    })
    return isThere ? ok({ isFavourite }) : refuse('not_found')
  })
}

type Asked = Calls['GET /api/app/sportsbook/fixtures']['query']
type When = Asked['when']
type Day = NonNullable<Asked['day']>
