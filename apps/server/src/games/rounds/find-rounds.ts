import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import { type Place, walkBack } from '../../platform/walk-back.ts'
import { type RoundsWanted, selectRoundOwner, selectRounds, selectRoundsWithin } from './queries.ts'
import { toWireRound, type WireRound } from './wire-round.ts'

/** Limit of rows that one page scans; its last window may exceed it. */
const MAX_SCANNED = 20_000

export type FoundRound = { id: number; playerId: number; round: WireRound }

type Wanted = RoundsWanted & { fromMicros: number; before: Place; max: number }

/** A page of the rounds of all players, the newest first, and where the next one begins. For operators. */
export async function findRounds(
  sql: Sql,
  { fromMicros, before, max, ...by }: Wanted,
): Promise<{ rounds: FoundRound[]; next: Place | null }> {
  const { rows, next } = await walkBack(
    { fromMicros, before, max, maxScanned: MAX_SCANNED },
    async (window, most) => {
      const found = await selectRoundsWithin(sql, window, { ...by, max: most })
      const places = found.flatMap(({ id, playerId, atMicros }) =>
        id === null || playerId === null || atMicros === null ? [] : [{ id, playerId, atMicros }],
      )
      return { rows: places, scanned: found[0]?.looked ?? 0 }
    },
  )
  if (rows.length === 0) return { rounds: [], next }
  const byId = new Map((await selectRounds(sql, rows)).map((row) => [row.id, row]))
  const rounds = rows.map(({ id, playerId }) => ({
    id,
    playerId,
    round: toWireRound(present(byId.get(id), `round ${id}`)),
  }))
  return { rounds, next }
}

/** A round of any player; nothing where there is none. For operators. */
export async function findRound(sql: Sql, roundId: number): Promise<FoundRound | undefined> {
  const [owner] = await selectRoundOwner(sql, roundId)
  const [row] = owner ? await selectRounds(sql, [{ ...owner, id: roundId }]) : []
  return row && { id: row.id, playerId: row.playerId, round: toWireRound(row) }
}
