import { audit } from '../../platform/audit/audit.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockSecret } from '../accounts/queries.ts'
import {
  type FactorResetRow,
  selectFactorResets,
  selectFactorsOn,
  upsertFactorReset,
} from '../credentials/factor-queries.ts'
import { clearSecondFactor } from '../credentials/second-factor.ts'
import { secondHand } from './operators.ts'
import type { ResetState } from './second-factor.ts'

type ResetFactor = { playerId: number; operatorId: number; reason: string; withinSeconds: number }
type ResetRefusal = 'not_found' | 'second_factor_off'

/**
 * Takes the second factor away from a player who lost the app, the recovery codes and the passkeys: two independent operators
 * have to ask for it, the second within so many seconds. The operator's row is held, by `asOperator`.
 */
export async function resetPlayerFactor(
  tx: Tx,
  { withinSeconds, ...request }: ResetFactor,
): Promise<Result<{ state: ResetState }, ResetRefusal>> {
  const { playerId, operatorId, reason } = request
  const [player] = await lockSecret(tx, playerId)
  if (!player) return refuse('not_found')
  if (!player.hasSecondFactor) return refuse('second_factor_off')
  const askers = await selectFactorResets(tx, [playerId], withinSeconds)
  const hand = await secondHand(
    tx,
    askers.map((asker) => asker.operatorId),
    operatorId,
    'players.correct',
  )
  if (hand === 'needs_another') return ok({ state: hand })
  if (hand === 'waits') await upsertFactorReset(tx, request)
  else await clearSecondFactor(tx, player)
  await audit(tx, {
    actor: { kind: 'operator', id: operatorId },
    action: hand === 'done' ? 'player.second_factor_reset' : 'player.second_factor_reset_asked',
    subject: `player:${playerId}`,
    details: { reason },
  })
  return ok({ state: hand === 'done' ? 'reset' : hand })
}

/** A player's second factor as operators see it. */
type FactorState = { since: Date; resets: readonly FactorResetRow[] }

/**
 * Since when these players sign in with a second factor, and which operators asked within so many seconds for it to be taken
 * away. Those without one are not in the map.
 */
export async function readPlayerFactors(
  sql: Sql,
  playerIds: readonly number[],
  withinSeconds: number,
): Promise<ReadonlyMap<number, FactorState>> {
  const on = await selectFactorsOn(sql, playerIds)
  const resets = await selectFactorResets(sql, playerIds, withinSeconds)
  return new Map(
    on.map(({ playerId, since }) => [
      playerId,
      { since, resets: resets.filter((reset) => reset.playerId === playerId) },
    ]),
  )
}
