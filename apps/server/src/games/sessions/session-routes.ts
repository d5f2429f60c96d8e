import { readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import { selectOpenFreeRounds } from '../free-rounds/queries.ts'
import { isUnreachable, launchDemo, launchGame, type Launched } from './launch-game.ts'
import {
  closeSession,
  deleteFavourite,
  type GameRow,
  insertFavourite,
  leaveSession,
  selectFavourites,
  selectGames,
  selectOpenSession,
  selectRecents,
  selectSessions,
} from './queries.ts'

type Needs = {
  deps: Deps
  /** Whether the policy in force allows free rounds. */
  hasFreeRounds: boolean
  isInRound: (playerId: number) => Promise<boolean>
}

/** Opens the calls of studio games. */
export function sessionRoutes(api: Api, { deps, hasFreeRounds, isInRound }: Needs): void {
  const { db } = deps

  serve(api, 'GET /api/app/game/catalogue', async ({ query: { search = null, tag = null } }) =>
    ok((await selectGames(db, { code: null, search, tag })).map(shown)),
  )

  serve(api, 'GET /api/app/game/mine', async ({ caller: { playerId } }) => {
    const [favourites, recents, open] = await Promise.all([
      selectFavourites(db, playerId),
      selectRecents(db, playerId),
      hasFreeRounds ? selectOpenFreeRounds(db, { playerId, gameCode: null }) : [],
    ])
    return ok({
      favourites: favourites.map(({ code }) => code),
      recents: recents.map(({ code }) => code),
      freeRounds: open.map(({ gameCode, left, stakeCents, endsAt }) => ({
        code: gameCode,
        left,
        stakeCents,
        endsAt: endsAt.toISOString(),
      })),
    })
  })

  serve(
    api,
    'POST /api/app/game/favourite',
    async ({ caller: { playerId }, body: { code, isFavourite } }) => {
      if (isFavourite) {
        const [game] = await selectGames(db, { code, search: null, tag: null })
        if (!game) return refuse('not_found')
        await insertFavourite(db, playerId, code)
      } else await deleteFavourite(db, playerId, code)
      return ok({ isFavourite })
    },
  )

  serve(api, 'POST /api/app/game/launch', async ({ caller: { playerId }, body: { code }, lang }) => {
    if (await isUnreachable(deps, code)) {
      // It is no longer playable. Returns and refunds of its rounds arrive whether or not it is open.
      await closeSession(db, playerId, code)
      return refuse('game_closed')
    }
    const launched = await launchGame(deps, { playerId, code, lang })
    return launched.ok ? ok(shownLaunch(launched.value)) : launched
  })

  serve(api, 'POST /api/app/game/demo', async ({ body: { code }, lang }) => {
    if (await isUnreachable(deps, code)) return refuse('game_closed')
    const launched = await launchDemo(deps, { code, lang })
    return launched.ok ? ok(shownLaunch(launched.value)) : launched
  })

  serve(api, 'GET /api/app/game/inPlay', async ({ caller: { playerId } }) => {
    const id = await selectOpenSession(db, playerId)
    if (id === undefined) return ok(null)
    const [[session], balances, hasOpenRound] = await Promise.all([
      selectSessions(db, [id]),
      readBalances(db, [playerId]),
      isInRound(playerId),
    ])
    if (!session) return ok(null)
    const { cashCents = 0, bonusCents = 0 } = balances.get(playerId) ?? {}
    return ok({
      code: session.gameCode,
      name: session.gameName,
      url: `/play?game=${session.gameCode}`,
      balance: (cashCents + bonusCents) / 100,
      openedAt: session.openedAt.toISOString(),
      stakedCents: session.stakedCents,
      returnedCents: session.returnedCents,
      hasOpenRound,
    })
  })

  serve(api, 'GET /api/app/game/stopGame', async ({ caller: { playerId } }) => {
    const [closed] = await closeSession(db, playerId, null)
    return ok({ code: closed?.code ?? null })
  })

  serve(api, 'POST /api/app/game/stopGame', async ({ caller: { playerId } }) => {
    const [left] = await leaveSession(db, playerId)
    return ok({ code: left?.code ?? null })
  })
}

const shown = ({ studioId: _studio, launchUrl: _launch, ...game }: GameRow) => game
const shownLaunch = ({ game, frameUrl }: Launched) => ({ game: shown(game), frameUrl })
