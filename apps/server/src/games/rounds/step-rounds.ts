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
 * Goes on with open rounds: opens tiles, or takes the money, or says why not. Answers in the order asked; a step that
 * was made answers its round again, as it stands now.
 */
export async function stepRounds(
  { db }: Deps,
  { policy, settings, wagering }: PlayNeeds,
  requests: readonly StepRound[],
): Promise<Result<RoundRow>[]> {
  if (requests.length === 0) return []
  return db.begin(async (tx) => {
    const [gate, earlier, rounds, at] = await Promise.all([
      admitStakes(
        tx,
        { policy, bonusRules: wagering },
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
    if (steps.length === 0) return answers
    await Promise.all([
      insertSteps(tx, steps),
      writeClosed(tx, closed),
      // Last: it locks the accounts of the house, which other lists wait for.
      post(tx, gate.batch),
    ])
    return answers
  })
}
