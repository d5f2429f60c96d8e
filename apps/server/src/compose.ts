import { getPrices, readCashSums } from './cashier/index.ts'
import {
  type Invited,
  type PlayerLevel,
  type PlayerMoney,
  readInvited,
  readPlayers,
} from './identity/index.ts'
import { lifetimeTurnover, readBalances, todayTurnover } from './ledger/index.ts'
import { present } from './platform/assert.ts'
import { batches } from './platform/batches.ts'
import type { Sql } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import type { CompliancePolicy, PlayerStanding } from './protection/index.ts'
import { readVipStanding, type VipStanding } from './rewards/index.ts'

/** What modules are given of each other: modules of one layer do not know each other, so it is joined up here. */
export function composeReaders(deps: Deps, policy: CompliancePolicy) {
  const { db } = deps
  const readPlayerBalances = batches({
    run: async (playerIds: readonly number[]) => {
      const balancesByPlayer = await readBalances(db, playerIds)
      return playerIds.map((playerId) => present(balancesByPlayer.get(playerId), 'the purse of a player'))
    },
    concurrency: 2,
  })
  return {
    readPlayerBalances,
    readMoney: async (playerId: number): Promise<PlayerMoney> => {
      const [balances, money] = await Promise.all([readPlayerBalances(playerId), readSums(db, playerId)])
      return { ...balances, ...money }
    },
    readLevel: async (playerId: number): Promise<PlayerLevel> =>
      policy.terms.levelsByTopUp ? levelOf(await readStanding(db, playerId)) : noLevels,
    readInvitations: (playerId: number): Promise<readonly Invited[]> => readInvitations(db, playerId),
    readPackages: () => getPrices({ deps, policy }, undefined),
    readVip: async (playerId: number) => {
      const { withdrawalsADay, feeBps } = await readStanding(db, playerId)
      return { count: withdrawalsADay, feePercent: feeBps / 100 }
    },
    standings: readStandings,
    netLossToday: async (playerId: number) => {
      const today = present((await todayTurnover(db, [playerId])).get(playerId), 'the turnover of a player')
      return today.stakedCents - today.returnedCents
    },
  }
}

async function readSums(sql: Sql, playerId: number) {
  const [sums, turnovers] = await Promise.all([
    readCashSums(sql, playerId),
    lifetimeTurnover(sql, [playerId]),
  ])
  return {
    ...sums,
    gameSumCents: present(turnovers.get(playerId), 'the turnover of a player').settledCents,
  }
}

/** Two statements however many were invited, and one for the many players who invited nobody. */
async function readInvitations(sql: Sql, playerId: number): Promise<readonly Invited[]> {
  const levels = await readInvited(sql, playerId)
  const playerIds = levels.flat()
  if (playerIds.length === 0) return []
  const turnovers = await lifetimeTurnover(sql, playerIds)
  return levels.map((ids) => ({
    persons: ids.length,
    settledCents: ids.reduce((sum, id) => sum + (turnovers.get(id)?.settledCents ?? 0), 0),
  }))
}

async function readStanding(sql: Sql, playerId: number): Promise<VipStanding> {
  const [{ paySumCents }, turnovers] = await Promise.all([
    readCashSums(sql, playerId),
    lifetimeTurnover(sql, [playerId]),
  ])
  const { settledCents } = present(turnovers.get(playerId), 'the turnover of a player')
  return readVipStanding(sql, { topUpCents: paySumCents, settledCents })
}

/** No level has been reached by topping up, and none can be: the app shows no levels at all. */
const noLevels: PlayerLevel = { level: 0, nextLevel: null }

const levelOf = ({ level, next }: VipStanding): PlayerLevel => ({
  level,
  nextLevel: next && {
    level: next.level,
    paySumCents: next.topUpCents,
    gameSumCents: next.settledCents,
  },
})

async function readStandings(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, PlayerStanding>> {
  const players = await readPlayers(sql, playerIds)
  return new Map(
    [...players].map(([id, { isTest, isIdentified }]) => [id, { isTestAccount: isTest, isIdentified }]),
  )
}
