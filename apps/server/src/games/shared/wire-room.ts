import type { Calls } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import { adapters } from '../adapters/games.ts'
import { type RoomName, rooms } from '../adapters/adapter.ts'
import { maskPlayer } from '../rounds/wire-round.ts'
import { selectNow } from '../rounds/queries.ts'
import { selectNewest, selectNewestBets, type ShownRound } from './queries.ts'

export type WireRoom = Calls['GET /api/app/games/shared/:room']['data']

/** Past draws that a room shows. */
const HISTORY = 100
/** Bets of others that a room shows. */
const SHOWN_BETS = 30
/** The most rounds of a room that have not ended: those that still take bets, and the one that is shown. */
const AHEAD = 3

/** Lottery status of the specification: not drawn yet, drawn, and not drawn at all. */
const lotteryStatus = { open: 0, drawn: 9999, settled: 9999, void: 8888, refunded: 8888 } as const

/** The public state of a room: the current and next rounds, its bets, and past draws. */
export async function readRoom(sql: Sql, room: RoomName): Promise<WireRoom> {
  const newest = await selectNewest(sql, room, HISTORY + AHEAD)
  const at = newest[0]?.at ?? (await selectNow(sql))
  const shown = newest.filter(({ endsAt }) => endsAt > at).toReversed()
  const bets =
    shown.length === 0
      ? []
      : await selectNewestBets(
          sql,
          shown.map(({ id }) => id),
          SHOWN_BETS,
        )
  const { game } = rooms[room]
  return {
    room,
    game,
    at: at.toISOString(),
    rounds: shown.map(toWireSharedRound),
    bets: bets.map(({ sharedRoundId, playerId, choice, stakeCents, payoutCents }) => ({
      sharedRoundId: String(sharedRoundId),
      who: maskPlayer(playerId),
      pick: pickOf(game, choice),
      stakeCents,
      payoutCents,
    })),
    history: newest
      .filter(({ status, drawsAt }) => status !== 'open' && drawsAt <= at)
      .slice(0, HISTORY)
      .map(({ id, outcome, place }) => ({ sharedRoundId: String(id), place, outcome })),
    lastDraw: lastDrawOf(newest),
  }
}

function lastDrawOf(newest: readonly ShownRound[]): WireRoom['lastDraw'] {
  for (const { place, seed, commitment, salt } of newest)
    if (seed !== null) return { place, seed, commitment, salt }
  return null
}

const toWireSharedRound = (round: ShownRound): WireRoom['rounds'][number] => ({
  sharedRoundId: String(round.id),
  place: round.place,
  status: round.status,
  lotteryStatus: lotteryStatus[round.status],
  opensAt: round.opensAt.toISOString(),
  closesAt: round.closesAt.toISOString(),
  drawsAt: round.drawsAt.toISOString(),
  settlesAt: round.settlesAt.toISOString(),
  endsAt: round.endsAt.toISOString(),
  stakes: Object.entries(round.stakes).map(([pick, [cents, bets]]) => ({ pick, cents, bets })),
  chain: { number: round.number, length: round.length, commitment: round.commitment, salt: round.salt },
  seed: round.seed,
  outcome: round.outcome,
})

function pickOf(game: (typeof rooms)[RoomName]['game'], choice: Record<string, string>): string {
  const adapter = adapters[game]
  if (adapter.kind !== 'shared') throw new Error(`${game} is drawn for many`)
  return adapter.pickOf(choice)
}
