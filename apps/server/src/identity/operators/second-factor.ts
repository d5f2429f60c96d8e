import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockSecret } from '../accounts/queries.ts'
import { type NewFactor, newFactor, openSecret, sealSecret, stepOf } from '../totp.ts'
import {
  type FactorResetRow,
  selectFactorResets,
  selectFactorsOn,
  upsertFactorReset,
} from '../credentials/factor-queries.ts'
import { clearSecondFactor } from '../credentials/second-factor.ts'
import {
  deleteFactor,
  deleteResets,
  lockFactor,
  selectFactorState,
  selectResetAskers,
  updateLastStep,
  updateSessionVerified,
  upsertFactor,
  upsertReset,
  deletePasskeysOfOperator,
} from './factor-queries.ts'
import { lockManaged, type Operators, secondHand } from './operators.ts'
import { deleteOperatorSessions, selectOperator } from './queries.ts'

/** `enrol`: there is none yet; `code`: this session has not given its code; `done`: it has. */
type SecondFactor = 'enrol' | 'code' | 'done'

const owners = 'operators' as const

/** What this session must do about the second factor before its operator may act. */
export async function readSecondFactor(
  sql: Sql,
  { operatorId, sessionId }: Pick<OperatorSession, 'operatorId' | 'sessionId'>,
): Promise<SecondFactor> {
  const [row] = await selectFactorState(sql, operatorId, sessionId)
  if (!row?.hasFactor) return 'enrol'
  return row.isVerified ? 'done' : 'code'
}

/**
 * Creates the secret of an authenticator app for an operator without a confirmed one. Each request creates another:
 * the first code confirms the last.
 */
export const enrolSecondFactor = ({ deps }: Operators, { operatorId }: OperatorSession) =>
  deps.db.begin(async (tx): Promise<Result<NewFactor, 'forbidden'>> => {
    const operator = present((await selectOperator(tx, operatorId))[0], `operator ${operatorId}`)
    const made = newFactor(deps, operator.email)
    const sealed = sealSecret(deps, { owners, ownerId: operatorId, secret: made.secret })
    const [kept] = await upsertFactor(tx, operatorId, sealed)
    return kept ? ok(made) : refuse('forbidden')
  })

/**
 * Accepts the code of an authenticator app, once: the first one confirms the secret, each activates one session. A
 * wrong or used code, and one of an operator without a secret, get the same refusal.
 */
export async function giveSecondFactor(
  { deps, throttles }: Operators,
  { operatorId, sessionId }: OperatorSession,
  code: string,
): Promise<Result<null, 'too_many_requests' | 'wrong_second_factor'>> {
  const tries = [{ name: 'operator-code' as const, of: String(operatorId) }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const given = await deps.db.begin(async (tx): Promise<Result<null, 'wrong_second_factor'>> => {
    const [factor] = await lockFactor(tx, operatorId)
    const kept = factor && { owners, ownerId: operatorId, sealed: factor.sealedSecret }
    const step = kept && stepOf(openSecret(deps.config, kept), code, factor.now)
    if (!factor || step === undefined || step <= (factor.lastStep ?? -1)) return refuse('wrong_second_factor')
    await updateLastStep(tx, operatorId, step)
    await updateSessionVerified(tx, sessionId)
    await audit(tx, {
      actor: { kind: 'operator', id: operatorId },
      action: factor.isConfirmed ? 'operator.second_factor_given' : 'operator.second_factor_enrolled',
      subject: `operator:${operatorId}`,
    })
    return ok(null)
  })
  if (given.ok) await throttles.refund(tries)
  return given
}

type ResetState = 'waits' | 'reset' | 'needs_another'
type ResetRefusal = 'forbidden' | 'not_found'

/**
 * Resets the lost second factor of another operator: their sessions end, and the next sign-in enrols a new one. Two
 * independent operators must request it, each with all permissions of the other.
 */
export const resetSecondFactor = ({ deps, settings }: Operators, by: OperatorSession, operatorId: number) =>
  deps.db.begin(async (tx): Promise<Result<{ state: ResetState }, ResetRefusal>> => {
    if (operatorId === by.operatorId) return refuse('forbidden')
    const found = await lockManaged(tx, by, operatorId)
    if (!found.ok) return found
    const askers = (await selectResetAskers(tx, operatorId, settings.factorResetSeconds)).map(
      (row) => row.askedBy,
    )
    const hand = await secondHand(tx, askers, by.operatorId, 'operators.manage')
    const state = hand === 'done' ? 'reset' : hand
    if (state === 'needs_another') return ok({ state })
    if (state === 'waits') await upsertReset(tx, operatorId, by.operatorId)
    else await forgetSecondFactor(tx, operatorId)
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: state === 'reset' ? 'operator.second_factor_reset' : 'operator.second_factor_reset_asked',
      subject: `operator:${operatorId}`,
    })
    return ok({ state })
  })

/** Deletes an operator's second factor and passkeys, and ends the sessions. Returns whether there was one. */
export async function forgetSecondFactor(tx: Tx, operatorId: number): Promise<boolean> {
  await deleteResets(tx, operatorId)
  // Before the sessions: a sign-in in progress by passkey fails, or opens a session that is deleted next.
  await deletePasskeysOfOperator(tx, operatorId)
  await deleteOperatorSessions(tx, operatorId, 0)
  return (await deleteFactor(tx, operatorId)).length > 0
}

type ResetFactor = { playerId: number; operatorId: number; reason: string; withinSeconds: number }
type ResetPlayerRefusal = 'not_found' | 'second_factor_off'

/**
 * Removes the second factor of a player who lost the app, the recovery codes and the passkeys: two independent
 * operators must request it, the second within this many seconds. `asOperator` locks the operator's row.
 */
export async function resetPlayerFactor(
  tx: Tx,
  { withinSeconds, ...request }: ResetFactor,
): Promise<Result<{ state: ResetState }, ResetPlayerRefusal>> {
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
 * Since when these players have a second factor, and which operators recently requested its removal. Players without
 * one are omitted.
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
