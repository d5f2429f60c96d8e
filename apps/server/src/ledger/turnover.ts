import type { Sql } from '../platform/db/index.ts'
import { noTurnover, type Turnover } from './ledger-batch.ts'
import {
  selectLifetimeTurnover,
  selectSettledBetween,
  selectSettledOn,
  selectTodayTurnover,
} from './queries.ts'

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

/** What these players had settled from one day until another, both included (America/Sao_Paulo). */
export async function settledBetween(
  sql: Sql,
  playerIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<ReadonlyMap<number, number>> {
  const rows = await selectSettledBetween(sql, playerIds, from, until)
  const found = new Map(rows.map(({ playerId, settledCents }) => [playerId, settledCents]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? 0]))
}

/** What these players won on a day (America/Sao_Paulo): below zero where they lost. */
export async function wonOn(
  sql: Sql,
  playerIds: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await selectSettledBetween(sql, playerIds, day, day)
  return new Map(
    rows.map(({ playerId, returnedCents, settledCents }) => [playerId, returnedCents - settledCents]),
  )
}

/**
 * Players who had stakes settled on this day, by ascending id, a list at a time. A day that is over stands still once the
 * transactions of its last moment have ended.
 */
export const settledOn = selectSettledOn
