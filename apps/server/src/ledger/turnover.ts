import type { Sql } from '../platform/db/index.ts'
import { noTurnover, type Turnover } from './ledger-batch.ts'
import { selectLifetimeTurnover, selectTodayTurnover } from './queries.ts'

/** Today's turnover, the day being that of America/Sao_Paulo on the database's clock. Read without a lock: for showing. */
export const todayTurnover = async (sql: Sql, playerIds: readonly number[]) =>
  byPlayer(playerIds, await selectTodayTurnover(sql, playerIds))

/** All turnover since the player came. */
export const lifetimeTurnover = async (sql: Sql, playerIds: readonly number[]) =>
  byPlayer(playerIds, await selectLifetimeTurnover(sql, playerIds))

function byPlayer(playerIds: readonly number[], rows: readonly (Turnover & { playerId: number })[]) {
  const found = new Map(rows.map(({ playerId, ...turnover }) => [playerId, turnover]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? noTurnover()]))
}
