import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { placeMines, placeRows, plainHmac, ROW_DIFFICULTIES, ROWS } from '../../packages/games/src/index.ts'
import type { AttackedApp } from './attacked-app.ts'
import {
  betOn,
  CHOICES,
  type Game,
  type OwnRound,
  type PacedGame,
  stepIn,
  accepted,
} from './game-requests.ts'
import { type AttackingPlayer, openPlayers } from './players.ts'
import { closeRooms, keepRoomsOpen } from './rooms-held.ts'

const BALANCE = 1_000_000
const TILES = 25
/** The prefix of first requests' ids, so that they can be repeated and altered. */
export const BEGUN = 'begun-with-this-id'
export const STEPPED = 'stepped-with-this-id'

type Known = { serverSeed: string; clientSeed: string; nonce: number }
type Owned = { of: AttackingPlayer; round: OwnRound }

/** Rounds of every kind, and a player with only an old round of dice. */
export type Rounds = {
  stranger: AttackingPlayer
  /** For each paced game: begun, with one safe tile, and over. */
  world: Record<PacedGame, Record<'fresh' | 'climbed' | 'over', Owned>>
  /** The open tile of the second of them. */
  safe: Record<PacedGame, number>
  /** One player's bets on draws: of a past round, and of an open one. */
  shared: { of: AttackingPlayer; past: OwnRound; open: OwnRound }
  dice: OwnRound
}

/** Begins them, in rooms that stand still. */
export async function openRounds(attacked: AttackedApp): Promise<Rounds> {
  const players = await openPlayers(
    attacked.deps,
    Array.from({ length: 5 }, () => ({ cents: BALANCE })),
  )
  const [fresh, climbed, over, better, stranger] = players
  if (!fresh || !climbed || !over || !better || !stranger) throw new Error('five players open')
  const begin = (of: AttackingPlayer, game: Game, requestId?: string) =>
    accepted(attacked, betOn(attacked, of, game, requestId === undefined ? {} : { requestId }))
  const safe = { mines: Number.NaN, rowDouble: Number.NaN }
  const played = async (game: PacedGame) => {
    const { roundId } = await begin(climbed, game)
    const tile = (await tilesOf(attacked.deps, climbed, game)).safe(0)
    safe[game] = tile
    const step = stepIn(attacked, climbed, game, { roundId, tile, requestId: `${STEPPED}-${game}` })
    const lost = await begin(over, game)
    const { unsafe } = await tilesOf(attacked.deps, over, game)
    const last = stepIn(attacked, over, game, { roundId: lost.roundId, tile: unsafe })
    return {
      fresh: { of: fresh, round: await begin(fresh, game, `${BEGUN}-${game}`) },
      climbed: { of: climbed, round: await accepted(attacked, step) },
      over: { of: over, round: await accepted(attacked, last) },
    }
  }
  const world = { mines: await played('mines'), rowDouble: await played('rowDouble') }
  await begin(stranger, 'dice') // has seeds from now on: they are created with a player's first bet
  const dice = await begin(climbed, 'dice')
  await begin(better, 'dice')
  await keepRoomsOpen(attacked.deps)
  const past = await begin(better, 'double')
  await closeRooms(attacked.deps)
  await keepRoomsOpen(attacked.deps)
  const open = await begin(better, 'double', `${BEGUN}-double`)
  return { stranger, world, safe, shared: { of: better, past, open }, dice }
}

/** A player's open round as the house sees it: the safe tiles in the order of its steps, and a tile that ends it. */
export async function tilesOf(
  { db }: Deps,
  { playerId }: Pick<AttackingPlayer, 'playerId'>,
  game: PacedGame,
): Promise<{ safe: (step: number) => number; unsafe: number }> {
  const [seeds] = await db<Known[]>`
    select pair.server_seed as "serverSeed", pair.client_seed as "clientSeed", round.nonce
      from games_round round join games_seed_pair pair on pair.id = round.seed_pair_id
     where round.player_id = ${playerId} and round.game = ${game} and round.status = 'open'`
  if (!seeds) throw new Error(`player ${playerId} is in no round of ${game}`)
  if (game === 'mines') {
    const mines = placeMines(plainHmac, seeds, CHOICES.mines.mineCount)
    const safe = Array.from({ length: TILES }, (_, tile) => tile).filter((tile) => !mines.includes(tile))
    return { safe: (step) => safe[step] ?? Number.NaN, unsafe: mines[0] ?? Number.NaN }
  }
  const rows = placeRows(plainHmac, seeds, CHOICES.rowDouble.difficulty)
  const { tiles } = ROW_DIFFICULTIES[CHOICES.rowDouble.difficulty]
  const unsafe = Array.from({ length: tiles }, (_, tile) => tile).find((tile) => !rows[0]?.includes(tile))
  return { safe: (step) => rows[step % ROWS]?.[0] ?? Number.NaN, unsafe: unsafe ?? Number.NaN }
}
