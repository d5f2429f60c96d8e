import { post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Result } from '../../platform/result.ts'
import { admitStakes } from '../../protection/index.ts'
import { nodeHmac } from './hmac.ts'
import type { PlayNeeds } from './play-rounds.ts'
import { insertSteps, type RoundRow, selectEarlierSteps, selectNow, selectRounds } from './queries.ts'
import { decideSteps, type StepRound } from './step-rules.ts'
import { writeClosed } from './write-closed.ts'

/**
 * Makes steps in open rounds: opens tiles or cashes out, or refuses with a reason. Returns results in the order of
 * the requests; idempotent: a repeated step returns its round in its present state.
 */
export async function stepRounds(
  { db, activity }: Deps,
  { policy, settings, wagering }: PlayNeeds,
  requests: readonly StepRound[],
): Promise<Result<RoundRow>[]> {
  if (requests.length === 0) return []
  return db.begin(async (tx) => {
    const [gate, earlier, rounds, at] = await Promise.all([
      admitStakes(
        tx,
        { policy, bonusRules: wagering, activity },
        requests.map(({ playerId }) => playerId),
      ),
      selectEarlierSteps(tx, requests),
      selectRounds(
        tx,
        requests.map(({ playerId, roundId }) => ({ playerId, id: roundId })),
      ),
      selectNow(tx),
    ])
    const { answers, steps, closed } = decideSteps(requests, {
      gate,
      earlier,
      rounds,
      settings,
      wagering,
      hmac: nodeHmac,
      at,
    })
    if (steps.length + closed.length === 0) return answers
    await Promise.all([
      steps.length > 0 && insertSteps(tx, steps),
      writeClosed(tx, closed),
      // Last, because it locks the house accounts, which other lists wait for.
      post(tx, gate.batch),
    ])
    return answers
  })
}
