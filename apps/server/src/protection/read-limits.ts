import type { Sql } from '../platform/db/index.ts'
import { selectLimits, selectLimitsInForce } from './queries.ts'
import type { LimitState, PlayerLimits } from './rules.ts'

/**
 * The limits in force of these players; a player without one is not in the map. Call it inside the stake's own
 * transaction, after the player's accounts are locked, so that no other stake of the player comes between.
 */
export async function readLimits(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, PlayerLimits>> {
  const rows = await selectLimitsInForce(sql, playerIds)
  return new Map(rows.map(({ playerId, dailyLossCents }) => [playerId, { dailyLossCents }]))
}

/** Limits in force and waiting, for showing and changing. A player who never set one is not in the map. */
export async function readLimitStates(
  sql: Sql,
  playerIds: readonly number[],
): Promise<Map<number, LimitState>> {
  const rows = await selectLimits(sql, playerIds)
  return new Map(
    rows.map(({ playerId, dailyLossCents, pendingDailyLossCents, pendingStartsAt }) => [
      playerId,
      {
        dailyLossCents,
        pending:
          pendingStartsAt === null
            ? null
            : { dailyLossCents: pendingDailyLossCents, startsAt: pendingStartsAt },
      },
    ]),
  )
}
