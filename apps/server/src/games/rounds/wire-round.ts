import type { Calls, GameCode, RoundResult } from '@palpite/contract'
import { adapters } from '../adapters/games.ts'
import { nodeHmac } from '../seeds/seeds.ts'
import type { RoundRow } from './queries.ts'
import { pacedAdapter, replay } from './step-rules.ts'
import { createHash } from 'node:crypto'

export type WireRound = Calls['GET /api/app/games/rounds/:roundId']['data']

/**
 * A round on the wire: only what its player may know, so no seed before it is revealed, and no tile before it is
 * opened.
 */
export function toWireRound(row: RoundRow): WireRound {
  const { serverSeedHash, serverSeed, isRevealed, clientSeed, nonce } = row
  const shown = {
    roundId: String(row.id),
    game: row.game,
    stakeCents: row.stakeCents,
    status: row.status,
    result: resultOf(row),
    choice: row.choice,
    ...outcomeOf(row),
    at: row.at.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    algorithm: `${row.algorithm}/${row.rulesVersion}`,
    seeds:
      row.sharedRoundId === null
        ? { serverSeedHash, serverSeed: isRevealed ? serverSeed : null, clientSeed, nonce }
        : null,
    draw: row.draw && wireDraw(row.draw),
  }
  // The state fits its game: both come from the schema of the game, by way of its row.
  return shown as WireRound
}

const wireDraw = ({ sharedRoundId, room, place, commitment, salt, seed }: NonNullable<RoundRow['draw']>) => ({
  sharedRoundId: String(sharedRoundId),
  room,
  place,
  commitment,
  salt,
  seed,
})

/** The result of a round as a code of the specification. */
export function resultOf({ game, status, draw }: Pick<RoundRow, 'game' | 'status' | 'draw'>): RoundResult {
  const { kind } = adapters[game]
  if (status === 'won') return 10
  if (status === 'refunded') return draw?.isAbnormal ? -1 : 90
  if (status === 'open') return kind === 'shared' ? -10 : 0
  return lostBy[kind]
}

const lostBy = { instant: 20, paced: 4, shared: -11 } as const

/** The payout, multiplier and state of a round: as stored once it is closed, before that computed from its steps. */
function outcomeOf(row: RoundRow) {
  const { payoutCents, multiplierE4, state } = row
  if (row.status !== 'open') return { payoutCents, multiplierE4, state }
  const adapter = adapters[row.game]
  if (adapter.kind === 'shared') return { payoutCents: 0, multiplierE4: 0, state: adapter.waiting }
  const outcome = pacedAdapter(row).outcomeOf(replay(row, nodeHmac))
  return { payoutCents: 0, multiplierE4: outcome.multiplierE4, state: outcome.state }
}

/** The result of a command on a round: the round, and the balances of its player. */
export const toWirePlayed = <G extends GameCode>(row: RoundRow) => ({
  round: toWireRound(row) as Extract<WireRound, { game: G }>,
  balance: (row.cashCents + row.bonusCents) / 100,
  freeBalance: row.bonusCents / 100,
  balanceVersion: row.balanceVersion,
})

/** An alias of a player in shared rounds: the same in every round, and not their name. */
export const maskPlayer = (playerId: number): string =>
  `•••${createHash('sha256').update(`palpite:${playerId}`).digest('hex').slice(0, 4)}`
