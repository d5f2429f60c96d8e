import type { Sql, Tx } from '../platform/db/index.ts'
import { addTurnover, selectLifetimeTurnover, selectTodayTurnover } from './queries.ts'

/**
 * What a player staked, what of it was settled and counts towards wagering, and what came back. Void and
 * cashed-out stakes count as returned, not as settled.
 */
export type Turnover = { stakedCents: number; settledCents: number; returnedCents: number }

const nothing: Turnover = { stakedCents: 0, settledCents: 0, returnedCents: 0 }

export type TurnoverChange = Partial<Turnover> & { playerId: number }

/** Counts stakes and returns, in the transaction that moves them; the player's book must be open. */
export async function countTurnover(tx: Tx, changes: readonly TurnoverChange[]): Promise<void> {
  const sums = new Map<number, Turnover>()
  for (const { playerId, stakedCents = 0, settledCents = 0, returnedCents = 0 } of changes) {
    const so = sums.get(playerId) ?? nothing
    sums.set(playerId, {
      stakedCents: so.stakedCents + stakedCents,
      settledCents: so.settledCents + settledCents,
      returnedCents: so.returnedCents + returnedCents,
    })
  }
  if (sums.size === 0) return
  const rows = [...sums]
  await addTurnover(tx, {
    playerIds: rows.map(([playerId]) => playerId),
    staked: rows.map(([, { stakedCents }]) => stakedCents),
    settled: rows.map(([, { settledCents }]) => settledCents),
    returned: rows.map(([, { returnedCents }]) => returnedCents),
  })
}

/** Today's turnover, the day being that of America/Sao_Paulo on the database's clock. */
export const todayTurnover = async (sql: Sql, playerIds: readonly number[]) =>
  byPlayer(playerIds, await selectTodayTurnover(sql, playerIds))

/** All turnover since the player came. */
export const lifetimeTurnover = async (sql: Sql, playerIds: readonly number[]) =>
  byPlayer(playerIds, await selectLifetimeTurnover(sql, playerIds))

function byPlayer(playerIds: readonly number[], rows: readonly (Turnover & { playerId: number })[]) {
  const found = new Map(rows.map(({ playerId, ...turnover }) => [playerId, turnover]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? nothing]))
}
