import type { RoomName } from '../adapters/adapter.ts'
import type { Tx } from '../../platform/db/index.ts'
import { lockOpenRoundRows, selectOwnStakes, type OpenRound } from './queries.ts'

/** The open rounds that take the bets of a list, and the stakes on them, including requests of the list decided so far. */
export type OpenRounds = {
  readonly rounds: ReadonlyMap<RoomName, OpenRound>
  /** By round and player. */
  readonly ownCents: Map<string, number>
  /** Rounds that bets of the list were added to. */
  readonly changed: Set<OpenRound>
}

/** For a list without bets on shared rounds. */
export const noOpenRounds = (): OpenRounds => ({ rounds: new Map(), ownCents: new Map(), changed: new Set() })

const ownKey = (sharedRoundId: number, playerId: number) => `${sharedRoundId}:${playerId}`

/** Locks the open rounds of each room; the first of them takes the bets. If one has just closed, that is the next. */
export async function lockOpenRounds(
  tx: Tx,
  rooms: readonly RoomName[],
  playerIds: readonly number[],
): Promise<OpenRounds> {
  const locked = await lockOpenRoundRows(tx, rooms)
  const rounds = new Map<RoomName, OpenRound>()
  for (const round of locked) if (!rounds.has(round.room)) rounds.set(round.room, round)
  const ids = [...rounds.values()].map(({ id }) => id)
  const own = ids.length === 0 ? [] : await selectOwnStakes(tx, ids, playerIds)
  return {
    rounds,
    ownCents: new Map(
      own.map(({ sharedRoundId, playerId, stakeCents }) => [ownKey(sharedRoundId, playerId), stakeCents]),
    ),
    changed: new Set(),
  }
}

/** What a player has staked on this round so far. */
export const ownCents = (openRounds: OpenRounds, round: OpenRound, playerId: number): number =>
  openRounds.ownCents.get(ownKey(round.id, playerId)) ?? 0

/** Cents on each pick of a round, with one more stake. */
export const centsWith = (
  round: OpenRound,
  pick: string,
  stakeCents: number,
): ReadonlyMap<string, number> => {
  const cents = new Map(Object.entries(round.stakes).map(([name, [sum]]) => [name, sum]))
  return cents.set(pick, (cents.get(pick) ?? 0) + stakeCents)
}

type Added = { playerId: number; pick: string; stakeCents: number }

/** Adds a bet to its round. */
export function addToRound(
  openRounds: OpenRounds,
  round: OpenRound,
  { playerId, pick, stakeCents }: Added,
): void {
  const [cents, bets] = round.stakes[pick] ?? [0, 0]
  round.stakes[pick] = [cents + stakeCents, bets + 1]
  openRounds.ownCents.set(ownKey(round.id, playerId), ownCents(openRounds, round, playerId) + stakeCents)
  openRounds.changed.add(round)
}
