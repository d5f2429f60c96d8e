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
/** Rows read, so that enough are left without test accounts. */
const READ = 30

/** The last wins of a game, newest first: rounds as played, without names, none of a test account. */
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

/** A player active in the last minutes counts as online. */
const SEEN_WITHIN_SECONDS = 300

type Needs = { policy: CompliancePolicy; settings: Pick<GamesSettings, 'online'> }

/**
 * The number of players online, and the terms of the displayed figure. If the compliance profile forbids made-up
 * figures, the terms leave the count unchanged.
 */
export async function readOnline(deps: Deps, { policy, settings }: Needs): Promise<WireOnline> {
  const players = await readOnlinePlayers(deps.db, SEEN_WITHIN_SECONDS)
  return policy.terms.makesOnlineFigures
    ? { players, isCount: false, ...settings.online }
    : { players, isCount: true, factor: 1, randomBelow: 0 }
}
