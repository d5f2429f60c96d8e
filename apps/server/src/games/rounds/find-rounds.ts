import { present } from '../../platform/errors.ts'
import type { Sql } from '../../platform/db/index.ts'
import { type Place, stepBack, scannedOf, type TimeWindow, walkBack } from '../../platform/paging.ts'
import {
  type AbnormalKind,
  selectLarge,
  selectRefunded,
  selectStuck,
  type RoundsWanted,
  selectRoundOwner,
  selectRounds,
  selectRoundsWithin,
} from './queries.ts'
import { toWireRound, type WireRound } from './wire-round.ts'

/** Limit of rows that one page scans; its last window may exceed it. */
const MAX_SCANNED = 20_000
/** Above every id: the start of the list. */
const NEWEST = Number.MAX_SAFE_INTEGER

export type FoundRound = { id: number; playerId: number; round: WireRound }

type Wanted = RoundsWanted & { fromMicros: number; untilMicros: number; before: Place; max: number }

/** A page of the rounds of all players, newest first, and where the next one starts. For operators. */
export async function findRounds(
  sql: Sql,
  { fromMicros, untilMicros, before, max, ...by }: Wanted,
): Promise<{ rounds: FoundRound[]; next: Place | null }> {
  const bounds = { maxScanned: MAX_SCANNED, max }
  const read = async (window: TimeWindow, most: number, beforeId: number) => {
    const found = await selectRoundsWithin(sql, window, { ...by, ...bounds, max: most, beforeId })
    const places = found.flatMap(({ id, playerId, atMicros }) =>
      id === null || playerId === null || atMicros === null ? [] : [{ id, playerId, atMicros }],
    )
    return { rows: places, ...scannedOf(found[0]) }
  }
  const { rows, next } =
    by.playerId === null && by.sharedRoundId === null
      ? await walkBack({ fromMicros, before, ...bounds }, (window, most) => read(window, most, NEWEST))
      : await stepBack({ fromMicros, untilMicros, before, ...bounds }, read)
  return { rounds: await shownRounds(sql, rows), next }
}

type Abnormal = { kind: AbnormalKind; before: Place; max: number; idleHours: number }

/** A page of rounds for operators to review, newest first, and where the next one starts. */
export async function findAbnormalRounds(
  sql: Sql,
  { kind, before, max, idleHours }: Abnormal,
): Promise<{ rounds: FoundRound[]; next: Place | null }> {
  const found =
    kind === 'stuck'
      ? await selectStuck(sql, before, { hours: idleHours, max: max + 1 })
      : await { refunded: selectRefunded, large: selectLarge }[kind](sql, before, max + 1)
  const rows = found.slice(0, max)
  const last = found.length > max ? rows.at(-1) : undefined
  return {
    rounds: await shownRounds(sql, rows),
    next: last ? { atMicros: last.atMicros, id: last.id } : null,
  }
}

async function shownRounds(
  sql: Sql,
  keys: readonly { id: number; playerId: number }[],
): Promise<FoundRound[]> {
  if (keys.length === 0) return []
  const byId = new Map((await selectRounds(sql, keys)).map((row) => [row.id, row]))
  return keys.map(({ id, playerId }) => ({
    id,
    playerId,
    round: toWireRound(present(byId.get(id), `round ${id}`)),
  }))
}

/** A round of any player; undefined if it does not exist. For operators. */
export async function findRound(sql: Sql, roundId: number): Promise<FoundRound | undefined> {
  const [owner] = await selectRoundOwner(sql, roundId)
  const [row] = owner ? await selectRounds(sql, [{ ...owner, id: roundId }]) : []
  return row && { id: row.id, playerId: row.playerId, round: toWireRound(row) }
}
