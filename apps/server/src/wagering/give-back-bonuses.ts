import { balanceOf, balancesOf, type LedgerBatch, lockAccounts, move, post } from '../ledger/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { giveUpBonuses } from './end-bonuses.ts'
import type { Wagering } from './meet-settled.ts'
import { insertGivenBack, selectGivenBack } from './queries.ts'
import { meetRequirements, readWagering, type WageringBatch } from './wagering-batch.ts'
import { writeWagering } from './write-wagering.ts'

export type GiveBackBonuses = { playerId: number; requestId: string }

export type GivenBackBonuses = { backCents: number }

/**
 * Gives back bonuses that players no longer want to wager; idempotent by request id. A bonus whose requirement is
 * met belongs to the player, and stays. Returns results in the order of the requests.
 */
export const giveBackBonuses = (
  { deps, policy }: Pick<Wagering, 'policy'> & { deps: Pick<Wagering['deps'], 'db'> },
  requests: readonly GiveBackBonuses[],
): Promise<GivenBackBonuses[]> =>
  deps.db.begin(async (tx) => {
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    const ledger = await lockAccounts(tx, playerIds)
    const [wagering, before] = await Promise.all([
      readWagering(tx, policy, playerIds),
      selectGivenBack(
        tx,
        playerIds,
        requests.map(({ requestId }) => requestId),
      ),
    ])
    meetRequirements(wagering, ledger, playerIds)
    const known = new Map(before.map((row) => [wishOf(row), row.backCents]))
    const made = new Map<string, GiveBackBonuses & GivenBackBonuses>()
    const answers = requests.map((request) => {
      const wish = wishOf(request)
      const backCents = known.get(wish) ?? giveUpBonuses(wagering, ledger, request.playerId)
      if (!known.has(wish)) made.set(wish, { ...request, backCents })
      known.set(wish, backCents)
      return { backCents }
    })
    await writeWagering(tx, wagering)
    await post(tx, ledger)
    if (made.size > 0) await insertGivenBack(tx, [...made.values()])
    return answers
  })

const wishOf = ({ playerId, requestId }: GiveBackBonuses): string => `${playerId} ${requestId}`

/**
 * Takes all bonus money of a player whose account is closed: what grants left, and what was won with it. Their accounts are locked,
 * with the bonus, and met requirements met in the batches; the ledger batch is posted by who calls.
 */
export async function forfeitBonuses(
  tx: Tx,
  { ledger, wagering, playerId }: { ledger: LedgerBatch; wagering: WageringBatch; playerId: number },
): Promise<void> {
  giveUpBonuses(wagering, ledger, playerId)
  const cents = balanceOf(ledger, playerId, 'bonus')
  const from = { playerId, kind: 'bonus' } as const
  // The version of the balances increases with this transfer: an account that was opened again may be closed again.
  const key = `bonus-back:closing:${playerId}:${balancesOf(ledger, playerId).version}`
  if (cents > 0) move(ledger, { key, from, to: 'gifts', cents })
  await writeWagering(tx, wagering)
}
