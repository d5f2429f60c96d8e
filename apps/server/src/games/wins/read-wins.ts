import { type Calls, type GameCode, gameCodes } from '@palpite/contract'
import { readOnlinePlayers, readPlayers } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { maskPlayer } from '../rounds/wire-round.ts'
import type { GamesSettings } from '../settings.ts'
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

export type WireOnline = Calls['GET /api/app/games/online']['data']

/** Somebody who was seen in the last minutes is there. */
const SEEN_WITHIN_SECONDS = 300

type Needs = { policy: CompliancePolicy; settings: Pick<GamesSettings, 'online'> }

/**
 * How many players there are now, and the terms of the figure that is made of it. Where the compliance profile forbids
 * figures that are made, the terms leave the count as it is.
 */
export async function readOnline(deps: Deps, { policy, settings }: Needs): Promise<WireOnline> {
  const players = await readOnlinePlayers(deps.db, SEEN_WITHIN_SECONDS)
  return policy.terms.makesOnlineFigures
    ? { players, isCount: false, ...settings.online }
    : { players, isCount: true, factor: 1, randomBelow: 0 }
}
