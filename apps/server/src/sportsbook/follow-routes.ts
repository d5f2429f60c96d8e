import { maxFavourites } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { Deps } from '../platform/deps.ts'
import { revalidated } from '../platform/http/revalidated.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { ok, refuse } from '../platform/result.ts'
import { idsOf } from './bet-handlers.ts'
import {
  deleteFavourite,
  deleteOldFavourites,
  insertFavourite,
  selectFavouriteFixtures,
  selectFavouriteTeams,
  selectMoments,
  toWireStanding,
} from './catalogue/index.ts'

export type FollowCall =
  | 'GET /api/app/sportsbook/moments/:fixtureId'
  | 'GET /api/app/sportsbook/favourites'
  | 'POST /api/app/sportsbook/favourite'

/** How a match came to stand as it does, and what a player follows. */
export function followRoutes(api: Api, { db }: Pick<Deps, 'db'>): void {
  // Asked for once when the page of a match is opened.
  revalidated(api, (own) => {
    serve(own, 'GET /api/app/sportsbook/moments/:fixtureId', async ({ params }) => {
      const [id] = idsOf(params.fixtureId)
      const rows = id === undefined ? [] : await selectMoments(db, id)
      return ok(
        rows.map((row) => {
          const { matchStatus, clock, state } = toWireStanding(row)
          return { version: row.version, matchStatus, clock, state }
        }),
      )
    })
  })
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
