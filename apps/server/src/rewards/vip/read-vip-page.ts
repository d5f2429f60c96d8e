import type { Calls } from '@palpite/contract'
import { readCashSums } from '../../cashier/index.ts'
import { lifetimeTurnover } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import { readVipStandings } from './read-vip.ts'
import { readVipAwards } from './vip-awards.ts'

type VipPage = Calls['GET /api/app/rewards/vip']['data']

/** A player's level, what the next one asks for, and the levels reached so far with their awards. */
export async function readVipPage(sql: Sql, playerId: number): Promise<VipPage> {
  const ids = [playerId]
  const [standings, sums, turnovers, awards] = await Promise.all([
    readVipStandings(sql, ids),
    readCashSums(sql, ids),
    lifetimeTurnover(sql, ids),
    readVipAwards(sql, ids),
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
