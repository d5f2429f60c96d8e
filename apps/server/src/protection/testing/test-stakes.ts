import {
  countTurnover,
  makeTransfers,
  lockAccounts,
  post,
  verifyLedger,
  readBalances,
  takeStake,
  turnoverOf,
} from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { readLimits, refuseLoss } from '../index.ts'

type TestStake = { playerId: number; stakeCents: number; key: string }

/**
 * Takes stakes the way each module does that takes them: the batch first, then limits, each request decided
 * in turn, all of it written in one transaction. Answers `taken`, or why not.
 */
export const takeTestStakes = (deps: Deps, requests: readonly TestStake[]) =>
  deps.db.begin(async (tx): Promise<string[]> => {
    const playerIds = requests.map(({ playerId }) => playerId)
    const batch = await lockAccounts(tx, playerIds)
    const limits = await readLimits(tx, playerIds)
    const answers = requests.map(({ playerId, stakeCents, key }) => {
      const no = refuseLoss(limits.get(playerId), turnoverOf(batch, playerId), stakeCents)
      if (no) return no.refusal.code
      if (!takeStake(batch, { playerId, key, cents: stakeCents, to: 'games' })) return 'insufficient_funds'
      countTurnover(batch, { playerId, stakedCents: stakeCents })
      return 'taken'
    })
    await post(tx, batch)
    return answers
  })

export const giveCash = (deps: Deps, playerId: number, cents: number) =>
  makeTransfers(deps, [{ key: `cash:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents }])

export const cashOf = async (deps: Deps, playerId: number) =>
  (await readBalances(deps.db, [playerId])).get(playerId)?.cashCents

export const ledgerFindings = (deps: Deps) => verifyLedger(deps.db, [])
