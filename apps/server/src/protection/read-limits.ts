import { present } from '../platform/assert.ts'
import type { Sql } from '../platform/db/index.ts'
import { selectLimits, selectLimitsInForce } from './queries.ts'
import { type LimitName, limitNames, type LimitState, type OwnLimit } from './rules.ts'

/**
 * The limits in force of these players, in the order in which they are asked; a player without one is not in the map.
 * Call it inside the stake's own transaction, after the player's accounts are locked, so that no other stake of the
 * player comes between.
 */
export async function readLimits(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly OwnLimit[]>> {
  const limits = new Map<number, OwnLimit[]>()
  for (const { playerId, ...limit } of await selectLimitsInForce(sql, playerIds)) {
    const own = limits.get(playerId)
    if (own) own.push(limit)
    else limits.set(playerId, [limit])
  }
  for (const own of limits.values()) own.sort((one, other) => placeOf(one) - placeOf(other))
  return limits
}

const placeOf = (of: LimitName) =>
  limitNames.findIndex(({ kind, period }) => kind === of.kind && period === of.period)

/** What a limit of a player is known by. */
export const limitKey = ({ playerId, kind, period }: LimitName & { playerId: number }) =>
  `${playerId}:${kind}:${period}`

/** Limits in force and waiting, by `limitKey`, for showing and changing. A limit that was never set is not in the map. */
export async function readLimitStates(
  sql: Sql,
  playerIds: readonly number[],
  confirmWithinSeconds: number,
): Promise<Map<string, LimitState>> {
  const rows = await selectLimits(sql, playerIds, confirmWithinSeconds)
  return new Map(
    rows.map((row) => [
      limitKey(row),
      {
        amount: row.amount,
        pending: row.pendingStartsAt && {
          amount: row.pendingAmount,
          startsAt: row.pendingStartsAt,
          endsAt: present(row.pendingEndsAt, 'the end of a wait'),
          isDue: row.isDue,
        },
      },
    ]),
  )
}
