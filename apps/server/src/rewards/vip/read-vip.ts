import { readCashSums } from '../../cashier/index.ts'
import { lifetimeTurnover } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import { selectVipLevels } from './queries.ts'
import { type VipStanding, vipStanding } from './rules.ts'

/** Where these players stand in the VIP table in force, by their top-ups and settled stakes. */
export async function readVipStandings(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, VipStanding>> {
  const [levels, sums, turnovers] = await Promise.all([
    selectVipLevels(sql),
    readCashSums(sql, playerIds),
    lifetimeTurnover(sql, playerIds),
  ])
  return new Map(
    playerIds.map((playerId) => {
      const { paySumCents } = present(sums.get(playerId), 'the cash sums of a player')
      const { settledCents } = present(turnovers.get(playerId), 'the turnover of a player')
      return [playerId, vipStanding(levels, { topUpCents: paySumCents, settledCents })]
    }),
  )
}

/** What the levels of these players give at a withdrawal: how many a day, and the fee in hundredths of a percent. */
export async function readVipTerms(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, { withdrawalsADay: number; feeBps: number }>> {
  const standings = await readVipStandings(sql, playerIds)
  return new Map([...standings].map(([id, { withdrawalsADay, feeBps }]) => [id, { withdrawalsADay, feeBps }]))
}
