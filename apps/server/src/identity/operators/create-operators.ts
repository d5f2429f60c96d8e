import { type Permission, permissions } from '@palpite/contract/backoffice'
import { present } from '../../platform/assert.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Operators } from './operators.ts'
import {
  deleteOperatorSessions,
  insertOperator,
  lockIssuing,
  lockOperatorOf,
  selectOperators,
  updatePermissions,
  updateToDisabled,
  updateToIssued,
} from './queries.ts'

export type NewOperator = { email: string; permissions: readonly Permission[] }

/** The password is told once, here, and is good for choosing another one. */
export type IssuedOperator = { operatorId: number; oneTimePassword: string }

/** Creates an operator. Nobody grants what is not one's own. */
export async function createOperator(
  { deps, settings, passwords }: Operators,
  by: OperatorSession,
  request: NewOperator,
): Promise<Result<IssuedOperator, 'forbidden' | 'operator_exists'>> {
  if (request.permissions.some((one) => !by.permissions.has(one))) return refuse('forbidden')
  const email = request.email.trim().toLowerCase()
  const granted = permissions.filter((one) => request.permissions.includes(one))
  const oneTimePassword = deps.random.token(settings.oneTimePasswordBytes)
  const passwordHash = await passwords.hash(oneTimePassword)
  return deps.db.begin(async (tx): Promise<Result<IssuedOperator, 'operator_exists'>> => {
    const one = { email, passwordHash, permissions: granted, createdBy: by.operatorId }
    const [created] = await insertOperator(tx, one)
    if (!created) return refuse('operator_exists')
    const { operatorId } = created
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'operator.created',
      subject: `operator:${operatorId}`,
      details: { email, permissions: granted },
    })
    return ok({ operatorId, oneTimePassword })
  })
}

/** Disables an operator, who is signed out at once. Not oneself: so one who may manage operators is always left. */
export const disableOperator = ({ deps }: Operators, by: OperatorSession, operatorId: number) =>
  deps.db.begin(async (tx): Promise<Result<null, 'forbidden' | 'not_found'>> => {
    if (operatorId === by.operatorId) return refuse('forbidden')
    const [disabled] = await updateToDisabled(tx, operatorId, by.operatorId)
    if (!disabled) return refuse('not_found')
    await deleteOperatorSessions(tx, operatorId, 0)
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'operator.disabled',
      subject: `operator:${operatorId}`,
    })
    return ok(null)
  })

type Issued = IssuedOperator & { isNew: boolean }

/** Why the command on the machine does nothing: the operator was disabled, or there is none and there are others. */
type NotIssued = { refused: 'disabled' | 'unknown' }

/**
 * Gives an operator a new one-time password and ends the sessions: for the command on the machine itself, by which
 * the first one comes, and by which one who lost the password comes back. Every permission goes to the first operator
 * ever alone, or where `all` says so, which also lets a further one be created: otherwise whoever types an e-mail
 * would quietly widen what its owner may do. A disabled operator stays so.
 */
export async function issueOperator(
  { deps, settings, passwords }: Operators,
  given: string,
  { all }: { all: boolean },
): Promise<Issued | NotIssued> {
  const email = given.trim().toLowerCase()
  const oneTimePassword = deps.random.token(settings.oneTimePasswordBytes)
  const passwordHash = await passwords.hash(oneTimePassword)
  return deps.db.begin(async (tx): Promise<Issued | NotIssued> => {
    await lockIssuing(tx)
    const [found] = await lockOperatorOf(tx, email)
    const isNew = found === undefined
    const grantsAll = all || (isNew && (await selectOperators(tx)).length === 0)
    if (isNew && !grantsAll) return { refused: 'unknown' }
    if (found?.isDisabled) return { refused: 'disabled' }
    const operatorId = found?.operatorId ?? (await insertWithAll(tx, email, passwordHash))
    if (!isNew) await updateToIssued(tx, operatorId, passwordHash)
    if (!isNew && grantsAll) await updatePermissions(tx, operatorId, permissions)
    await deleteOperatorSessions(tx, operatorId, 0)
    await audit(tx, {
      actor: { kind: 'system', id: null },
      action: isNew ? 'operator.created' : 'operator.password_reset',
      subject: `operator:${operatorId}`,
      details: { email, ...(grantsAll ? { permissions } : {}) },
    })
    return { operatorId, oneTimePassword, isNew }
  })
}

async function insertWithAll(tx: Tx, email: string, passwordHash: string): Promise<number> {
  const [created] = await insertOperator(tx, { email, passwordHash, permissions, createdBy: null })
  return present(created, 'an operator of an e-mail that nobody had').operatorId
}
