import {
  countTurnover,
  makeTransfers,
  post,
  readBalances,
  debitStake,
  verifyLedger,
} from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { admitStake, admitStakes, policyOf } from '../index.ts'

type TestStake = { playerId: number; stakeCents: number; key: string }

/**
 * Places stakes as every module does: through the gate, each request decided in turn, all written in one transaction.
 * Returns `taken`, or the refusal.
 */
export const placeTestStakes = (deps: Deps, requests: readonly TestStake[]) =>
  deps.db.begin(async (tx): Promise<string[]> => {
    const playerIds = requests.map(({ playerId }) => playerId)
    const gate = await admitStakes(
      tx,
      {
        policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }),
        bonusRules: { maxBonusStakeCents: 5_000 },
        activity: deps.activity,
      },
      playerIds,
    )
    const answers = requests.map(({ playerId, stakeCents, key }) => {
      const admitted = admitStake(gate, { playerId, stakeCents, product: 'games' })
      if (!admitted.ok) return admitted.refusal.code
      debitStake(gate.batch, { playerId, key, funding: admitted.value, to: 'games' })
      countTurnover(gate.batch, { playerId, stakedCents: stakeCents })
      return 'taken'
    })
    await post(tx, gate.batch)
    return answers
  })

export const giveCash = (deps: Deps, playerId: number, cents: number) =>
  makeTransfers(deps, [{ key: `cash:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents }])

export const cashOf = async (deps: Deps, playerId: number) =>
  (await readBalances(deps.db, [playerId])).get(playerId)?.cashCents

export const ledgerFindings = (deps: Deps) => verifyLedger(deps.db, [])
