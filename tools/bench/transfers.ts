import { type MakeTransfer, makeTransfers } from '../../apps/server/src/ledger/index.ts'
import { batches } from '../../apps/server/src/platform/batches.ts'
import type { House } from '../../apps/server/src/platform/house.ts'
import { measureCallers, type Reached } from './callers.ts'

const LIST = 500

/** Gives each player this much to play with, by the ledger's own deed. */
export async function openBalances(house: House, playerIds: readonly number[], cents: number): Promise<void> {
  for (let from = 0; from < playerIds.length; from += LIST) {
    const asks = playerIds.slice(from, from + LIST).map((playerId): MakeTransfer => ({
      key: `bench:opening:${playerId}`,
      from: 'opening',
      to: { playerId, kind: 'cash' },
      cents,
    }))
    for (const answer of await makeTransfers(house, asks))
      if (!answer.ok) throw new Error('an opening was refused')
  }
}

type Options = { house: House; playerIds: readonly number[]; callers: number; seconds: number }

/** Durable transfers a second: to and fro between the cash of many players and the house. */
export function measureTransfers({ house, playerIds, callers, seconds }: Options): Promise<Reached> {
  const transfer = batches({
    run: (asks: readonly MakeTransfer[]) => makeTransfers(house, asks),
    key: playerOf,
    flights: 2,
  })
  const run = house.random.hex(4)
  let count = 0
  return measureCallers({
    callers,
    seconds,
    warmUpSeconds: 2,
    ask: async () => {
      count += 1
      const player = { playerId: playerIds[house.random.below(playerIds.length)] ?? 0, kind: 'cash' as const }
      const sides =
        count % 2 === 0 ? { from: player, to: 'games' as const } : { from: 'games' as const, to: player }
      const answer = await transfer({ key: `bench:${run}:${count}`, ...sides, cents: 1 })
      if (!answer.ok) throw new Error(`a transfer was refused: ${answer.refusal.code}`)
    },
  })
}

/** The player whose book a transfer opens: one side of it is always a player's. */
const playerOf = ({ from, to }: MakeTransfer) =>
  typeof from === 'string' ? typeof to !== 'string' && to.playerId : from.playerId
