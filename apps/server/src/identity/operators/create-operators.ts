import { type Permission, permissions } from '@palpite/contract/backoffice'
import { present } from '../../platform/assert.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Operators } from './operators.ts'
import { deleteOperatorSessions, insertOperator, updateToDisabled, updateToIssued } from './queries.ts'

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

/**
 * Gives an e-mail an operator with every permission and a one-time password: for the command on the machine itself,
 * by which the first one comes, and by which one who lost the password comes back.
 */
export async function issueOperator(
  { deps, settings, passwords }: Operators,
  given: string,
): Promise<IssuedOperator & { isNew: boolean }> {
  const email = given.trim().toLowerCase()
  const oneTimePassword = deps.random.token(settings.oneTimePasswordBytes)
  const passwordHash = await passwords.hash(oneTimePassword)
  return deps.db.begin(async (tx) => {
    const one = { email, passwordHash, permissions: [...permissions] }
    const [created] = await insertOperator(tx, { ...one, createdBy: null })
    const issued = created ?? present((await updateToIssued(tx, one))[0], 'the operator of this e-mail')
    const { operatorId } = issued
    await deleteOperatorSessions(tx, operatorId, 0)
    await audit(tx, {
      actor: { kind: 'system', id: null },
      action: created ? 'operator.created' : 'operator.password_reset',
      subject: `operator:${operatorId}`,
      details: { email, permissions: one.permissions },
    })
    return { operatorId, oneTimePassword, isNew: created !== undefined }
  })
}
