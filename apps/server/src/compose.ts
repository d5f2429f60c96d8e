import { readPlayers } from './identity/index.ts'
import { todayTurnover } from './ledger/index.ts'
import { present } from './platform/assert.ts'
import type { Sql } from './platform/db/index.ts'
import type { Deps } from './platform/deps.ts'
import type { PlayerStanding } from './protection/index.ts'

/** What modules are given of modules that they do not know. */
export const composeReaders = ({ db }: Pick<Deps, 'db'>) => ({
  standings: readStandings,
  netLossToday: async (playerId: number) => {
    const today = present((await todayTurnover(db, [playerId])).get(playerId), 'the turnover of a player')
    return today.stakedCents - today.returnedCents
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
