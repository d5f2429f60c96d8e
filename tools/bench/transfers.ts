import { type MakeTransfer, makeTransfers } from '../../apps/server/src/ledger/index.ts'
import { batches } from '../../apps/server/src/platform/batches.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { measureCallers, type Reached } from './callers.ts'

const LIST = 500

/** Credits each player with this amount, by the ledger's own command. */
export async function openBalances(deps: Deps, playerIds: readonly number[], cents: number): Promise<void> {
  for (let from = 0; from < playerIds.length; from += LIST) {
    const requests = playerIds.slice(from, from + LIST).map((playerId): MakeTransfer => ({
      key: `bench:opening:${playerId}`,
      from: 'opening',
      to: { playerId, kind: 'cash' },
      cents,
    }))
    for (const answer of await makeTransfers(deps, requests))
      if (!answer.ok) throw new Error('an opening was refused')
  }
}

type Options = { deps: Deps; playerIds: readonly number[]; callers: number; seconds: number }

/** Durable transfers a second: to and fro between the cash of many players and the house. */
export function measureTransfers({ deps, playerIds, callers, seconds }: Options): Promise<Reached> {
  const transfer = batches({
    run: (requests: readonly MakeTransfer[]) => makeTransfers(deps, requests),
    key: playerOf,
    concurrency: 2,
    patienceMs: deps.config.PATIENCE_MS,
  })
  const run = deps.random.hex(4)
  let count = 0
  return measureCallers({
    callers,
    seconds,
    warmUpSeconds: 2,
    request: async () => {
      count += 1
      const player = { playerId: playerIds[deps.random.below(playerIds.length)] ?? 0, kind: 'cash' as const }
      const sides =
        count % 2 === 0 ? { from: player, to: 'games' as const } : { from: 'games' as const, to: player }
      const answer = await transfer({ key: `bench:${run}:${count}`, ...sides, cents: 1 })
      if (!answer.ok) throw new Error(`a transfer was refused: ${answer.refusal.code}`)
    },
  })
}

/** The player whose accounts a transfer locks: one side of it is always a player's. */
const playerOf = ({ from, to }: MakeTransfer) =>
  [from, to].flatMap((side) => (typeof side !== 'string' && 'playerId' in side ? [side.playerId] : []))[0]
