import {
  type Permission,
  permissions,
  permissionsGrantedByTwo,
  type Role,
  roles,
} from '@palpite/contract/backoffice'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { ofSession } from '../credentials/passwords.ts'
import { areIndependent, hasAll, lockManaged, mayTouch, type Operators, readOperators } from './operators.ts'
import {
  deleteOperatorSessions,
  insertOperator,
  lockOperatorOf,
  lockOperators,
  selectFullOperators,
  selectRootCount,
  updatePermissions,
  updateToApproved,
  updateToDisabled,
  updateToIssued,
} from './queries.ts'
import { deletePasskeysOfOperator } from './factor-queries.ts'
import { permissionsOf, readRoleSets } from './roles.ts'
import { forgetSecondFactor } from './second-factor.ts'

export type NewOperator = {
  email: string
  roles?: readonly Role[] | undefined
  /** In addition to the roles. */
  permissions: readonly Permission[]
}

/** The password is shown once, here, and only allows choosing another one. */
export type IssuedOperator = { operatorId: number; oneTimePassword: string }

type CreatedOperator = IssuedOperator & { isApproved: boolean }

/**
 * Creates an operator. Nobody can grant permissions they lack. With a permission that needs two approvals, the
 * operator may do nothing until a second one, of another tree of creators, has approved.
 */
export async function createOperator(
  { deps, settings, passwords }: Operators,
  by: OperatorSession,
  request: NewOperator,
): Promise<Result<CreatedOperator, 'forbidden' | 'operator_exists'>> {
  if (!hasAll(by, request.permissions)) return refuse('forbidden')
  const email = request.email.trim().toLowerCase()
  const given = roles.filter((one) => request.roles?.includes(one))
  const single = permissions.filter((one) => request.permissions.includes(one))
  const oneTimePassword = deps.random.token(settings.oneTimePasswordBytes)
  const passwordHash = await passwords.hash(oneTimePassword, ofSession)
  return deps.db.begin(async (tx): Promise<Result<CreatedOperator, 'forbidden' | 'operator_exists'>> => {
    await lockOperators(tx)
    const granted = permissionsOf(await readRoleSets(tx), { roles: given, permissions: single })
    if (!(await mayTouch(tx, by, granted))) return refuse('forbidden')
    const waitsForSecond = permissionsGrantedByTwo.some((one) => granted.includes(one))
    const [created] = await insertOperator(tx, {
      email,
      passwordHash,
      roles: given,
      singlePermissions: single,
      permissions: granted,
      createdBy: by.operatorId,
      waitsForSecond,
    })
    if (!created) return refuse('operator_exists')
    const { operatorId } = created
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'operator.created',
      subject: `operator:${operatorId}`,
      details: { email, roles: given, permissions: granted, isApproved: !waitsForSecond },
    })
    return ok({ operatorId, oneTimePassword, isApproved: !waitsForSecond })
  })
}

/**
 * Approves an operator with permissions that need two: the approver must have them all and be independent of the
 * creator, who must not have been disabled since. Repeated, nothing changes.
 */
export const approveOperator = ({ deps }: Operators, by: OperatorSession, operatorId: number) =>
  deps.db.begin(async (tx): Promise<Result<null, 'forbidden' | 'not_found' | 'four_eyes'>> => {
    const found = await lockManaged(tx, by, operatorId)
    if (!found.ok) return found
    const operator = found.value
    if (operator.approvedAt) return ok(null)
    const creatorId = present(operator.createdBy, `the creator of operator ${operatorId}`)
    if (!(await areIndependent(tx, creatorId, by.operatorId, 'operators.manage'))) return refuse('four_eyes')
    await updateToApproved(tx, operatorId, by.operatorId)
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'operator.approved',
      subject: `operator:${operatorId}`,
      details: { permissions: operator.permissions, createdBy: creatorId },
    })
    return ok(null)
  })

type DisableRefusal = 'forbidden' | 'not_found' | 'last_operators'

/**
 * Disables an operator, whose sessions end at once: not oneself, nor one with more permissions. Two independent
 * operators with every permission always remain, because granting that to a further one needs both.
 */
export const disableOperator = ({ deps }: Operators, by: OperatorSession, operatorId: number) =>
  deps.db.begin(async (tx): Promise<Result<null, DisableRefusal>> => {
    if (operatorId === by.operatorId) return refuse('forbidden')
    const found = await lockManaged(tx, by, operatorId)
    if (!found.ok) return found
    const full = await selectFullOperators(tx, permissions)
    const trees = new Set(full.filter((one) => one.operatorId !== operatorId).map(({ rootId }) => rootId))
    const isFull = full.some((one) => one.operatorId === operatorId)
    if (isFull && trees.size < 2) return refuse('last_operators')
    await updateToDisabled(tx, operatorId, by.operatorId)
    await deleteOperatorSessions(tx, operatorId, 0)
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'operator.disabled',
      subject: `operator:${operatorId}`,
    })
    return ok(null)
  })

/** How many operators the command creates by default: actions that need two cannot be done by fewer. */
const ROOTS = 2

type Issued = IssuedOperator & { isNew: boolean }

/** Why the command does nothing: the operator is disabled, or unknown while others exist. */
type NotIssued = { refused: 'disabled' | 'unknown' }

/**
 * Gives an operator a new one-time password and ends the sessions: for the command line on the server, which creates
 * the first two, independent of each other, and restores one who lost the password. Every permission goes to those
 * two only, or where `all` is given, which also lets it create a further one: otherwise typing an e-mail would
 * quietly widen its owner's permissions. The second factor stays unless `factor` says it is lost too. A disabled
 * operator stays disabled. Passkeys are removed with the password.
 */
export async function issueOperator(
  { deps, settings, passwords }: Operators,
  given: string,
  { all, factor = false }: { all: boolean; factor?: boolean },
): Promise<Issued | NotIssued> {
  const email = given.trim().toLowerCase()
  const oneTimePassword = deps.random.token(settings.oneTimePasswordBytes)
  const passwordHash = await passwords.hash(oneTimePassword)
  return deps.db.begin(async (tx): Promise<Issued | NotIssued> => {
    await lockOperators(tx)
    const [found] = await lockOperatorOf(tx, email)
    const isNew = found === undefined
    const grantsAll = all || (isNew && (await selectRootCount(tx)) < ROOTS)
    if (isNew && !grantsAll) return { refused: 'unknown' }
    if (found?.isDisabled) return { refused: 'disabled' }
    const operatorId = found?.operatorId ?? (await insertWithAll(tx, email, passwordHash))
    if (!isNew) await updateToIssued(tx, operatorId, passwordHash)
    if (!isNew && grantsAll) {
      await updatePermissions(tx, operatorId, permissions)
      await updateToApproved(tx, operatorId, null)
    }
    // A holder of the previous password may have created one.
    await deletePasskeysOfOperator(tx, operatorId)
    await deleteOperatorSessions(tx, operatorId, 0)
    const isForgotten = factor && (await forgetSecondFactor(tx, operatorId))
    await audit(tx, {
      actor: { kind: 'system', id: null },
      action: isNew ? 'operator.created' : 'operator.password_reset',
      subject: `operator:${operatorId}`,
      details: {
        email,
        ...(grantsAll ? { permissions } : {}),
        ...(isForgotten ? { secondFactor: 'reset' } : {}),
      },
    })
    return { operatorId, oneTimePassword, isNew }
  })
}

async function insertWithAll(tx: Tx, email: string, passwordHash: string): Promise<number> {
  const [created] = await insertOperator(tx, {
    email,
    passwordHash,
    roles: [],
    singlePermissions: permissions,
    permissions,
    createdBy: null,
    waitsForSecond: false,
  })
  return present(created, 'an operator of an e-mail that nobody had').operatorId
}

export type FirstOperator = { email: string; oneTimePassword: string }

/**
 * Gives one-time passwords to the operators of a development machine: creates them if there are none yet, and
 * replaces the one-time password of those who have not chosen their own, because it is shown only once. Returns those
 * who got one.
 */
export async function issueFirstOperators(
  operators: Operators,
  emails: readonly string[],
): Promise<FirstOperator[]> {
  const known = await readOperators(operators.deps.db)
  const waiting = known.filter((one) => one.createdBy === null && one.mustChangePassword && !one.disabledAt)
  const issued: FirstOperator[] = []
  for (const email of emails) {
    if (known.length > 0 && !waiting.some((one) => one.email === email)) continue
    const answer = await issueOperator(operators, email, { all: false })
    if (!('refused' in answer)) issued.push({ email, oneTimePassword: answer.oneTimePassword })
  }
  return issued
}
