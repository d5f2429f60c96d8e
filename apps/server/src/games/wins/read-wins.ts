import { type Calls, type GameCode, gameCodes } from '@palpite/contract'
import { readPlayers } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { maskPlayer } from '../mask-player.ts'
import { selectLastWins } from './queries.ts'

export type WireWin = Calls['GET /api/app/games/wins/:game']['data'][number]

const SHOWN = 12
/** Read so many, that enough are left when those of test accounts are taken out. */
const READ = 30

/** The last wins of a game, newest first: rounds as they were played, nobody by name, none of a test account. */
export async function readWins(sql: Sql, game: GameCode, showId: (id: number) => string): Promise<WireWin[]> {
  const wins = await selectLastWins(sql, game, READ)
  const players = await readPlayers(sql, [...new Set(wins.map(({ playerId }) => playerId))])
  return wins
    .filter(({ playerId }) => players.get(playerId)?.isTest !== true)
    .slice(0, SHOWN)
    .map(({ id, playerId, stakeCents, payoutCents, multiplierE4, closedAt }) => ({
      winId: showId(id),
      who: maskPlayer(playerId),
      stakeCents,
      payoutCents,
      multiplierE4,
      at: closedAt.toISOString(),
    }))
}

type LastWins = (game: GameCode) => Promise<readonly WireWin[]>

/** The last wins of all games together, newest first, from those of each game. */
export async function mergeWins(winsOf: LastWins) {
  const games = await Promise.all(
    gameCodes.map(async (game) => (await winsOf(game)).map((win) => ({ ...win, game }))),
  )
  return games
    .flat()
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, SHOWN)
}
