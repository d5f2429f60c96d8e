import { readCashSums } from '../cashier/index.ts'
import { lifetimeTurnover } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'
import { selectVipLevels, selectGrants } from './queries.ts'
import { type VipStatus, vipStatus } from './rules.ts'
import type { RewardsByPlayer } from './grants.ts'
import type { Calls } from '@palpite/contract'

/** The VIP level of these players in the table in force, by their top-ups and settled stakes. */
export async function readVipStatuses(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, VipStatus>> {
  const [levels, sums, turnovers] = await Promise.all([
    selectVipLevels(sql),
    readCashSums(sql, playerIds),
    lifetimeTurnover(sql, playerIds),
  ])
  return new Map(
    playerIds.map((playerId) => {
      const { paySumCents } = present(sums.get(playerId), 'the cash sums of a player')
      const { settledCents } = present(turnovers.get(playerId), 'the turnover of a player')
      return [playerId, vipStatus(levels, { topUpCents: paySumCents, settledCents })]
    }),
  )
}

/** The withdrawal terms of these players' levels: how many a day, and the fee in hundredths of a percent. */
export async function readVipTerms(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, { withdrawalsADay: number; feeBps: number }>> {
  const standings = await readVipStatuses(sql, playerIds)
  return new Map([...standings].map(([id, { withdrawalsADay, feeBps }]) => [id, { withdrawalsADay, feeBps }]))
}

/** The awards of the levels that have one, with their states for these players. Each level pays once. */
export async function readVipRewards(sql: Sql, playerIds: readonly number[]): Promise<RewardsByPlayer> {
  const [levels, standings, given] = await Promise.all([
    selectVipLevels(sql),
    readVipStatuses(sql, playerIds),
    selectGrants(sql, playerIds, ['vip']),
  ])
  const claimed = new Map(given.map((row) => [`${row.playerId}:${row.step}`, row]))
  return new Map(
    playerIds.map((playerId) => [
      playerId,
      levels
        .filter(({ awardCents }) => awardCents > 0)
        .map(({ level, awardCents }) => {
          const grant = claimed.get(`${playerId}:${level}`)
          const isReached = level <= (standings.get(playerId)?.level ?? 0)
          return {
            awardId: `vip-${level}`,
            kind: 'vip' as const,
            sourceKey: String(level),
            step: level,
            amountCents: grant?.amountCents ?? awardCents,
            state: grant ? ('claimed' as const) : isReached ? ('ready' as const) : ('ahead' as const),
            claimedAt: grant?.grantedAt ?? null,
            endsAt: null,
            activityId: null,
          }
        }),
    ]),
  )
}

type VipPage = Calls['GET /api/app/rewards/vip']['data']

/** A player's level, what the next one requires, and the levels reached so far with their awards. */
export async function readVipPage(sql: Sql, playerId: number): Promise<VipPage> {
  const ids = [playerId]
  const [standings, sums, turnovers, awards] = await Promise.all([
    readVipStatuses(sql, ids),
    readCashSums(sql, ids),
    lifetimeTurnover(sql, ids),
    readVipRewards(sql, ids),
  ])
  const { level, next } = present(standings.get(playerId), 'the standing of a player')
  const own = awards.get(playerId) ?? []
  return {
    level,
    topUpCents: present(sums.get(playerId), 'the cash sums of a player').paySumCents,
    settledCents: present(turnovers.get(playerId), 'the turnover of a player').settledCents,
    next,
    history: own
      .filter(({ state }) => state !== 'ahead')
      .map(({ step, amountCents, claimedAt }) => ({
        level: step,
        awardCents: amountCents,
        claimedAt: claimedAt?.toISOString() ?? null,
      })),
  }
}
