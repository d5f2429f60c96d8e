import {
  ACTING_SESSION,
  BEGUN_SESSION,
  type NeededPermission,
  OWN_SESSION,
  type Permission,
  permissions,
  type Role,
  roles,
  type OperatorCallKey,
} from '@palpite/contract/backoffice'
import type { Db, Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { requestDigest } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { openThrottles, type Throttles } from '../abuse/throttles.ts'
import { openPasswords, type Passwords } from '../credentials/passwords.ts'
import { tokenHash } from '../sessions/sessions.ts'
import {
  identitySettingsFor,
  operatorSettings,
  type OperatorSettings,
  type OperatorThrottle,
} from '../settings.ts'
import { deleteForgottenOperatorDevices } from './queries.ts'
import {
  deleteEndedOperatorSessions,
  lockOperatorPermissions,
  lockOperators,
  type OperatorRow,
  selectRoots,
  selectTrees,
  selectOperator,
  selectOperators,
  touchOperatorSession,
  insertRequest,
  lockRequest,
  selectRequest,
} from './queries.ts'

/** What the operator commands share. */
export type Operators = {
  deps: Deps
  settings: OperatorSettings
  passwords: Passwords
  throttles: Throttles<OperatorThrottle>
}

/** An operator as others see one: no password, no session. */
type Operator = {
  operatorId: number
  email: string
  roles: Role[]
  /** All permissions: from roles, and direct ones. */
  permissions: Permission[]
  singlePermissions: Permission[]
  mustChangePassword: boolean
  createdBy: number | null
  createdAt: Date
  /** Null while a second operator has to approve; until then nothing is allowed. */
  approvedAt: Date | null
  approvedBy: number | null
  disabledAt: Date | null
  hasSecondFactor: boolean
}

/** Builds what the operator commands share. */
export const openOperators = (
  deps: Deps,
  own: { settings?: Partial<OperatorSettings>; passwords?: Passwords } = {},
): Operators => {
  const settings = { ...operatorSettings, ...own.settings }
  return {
    deps,
    settings,
    passwords:
      own.passwords ??
      openPasswords({ ...identitySettingsFor(deps.config).password, ...settings.turns }, deps.random),
    throttles: openThrottles(deps.db, settings.throttles),
  }
}

/**
 * The operator session of a token, with its permissions: a one-time password only allows changing it, and nothing is
 * allowed before a required second approval or before the session gave the second factor. Undefined for an invalid
 * token, a player's included.
 */
export async function authenticateOperator(
  { deps, settings }: Operators,
  token: string,
  isUse: boolean,
): Promise<OperatorSession | undefined> {
  const [row] = await touchOperatorSession(deps.db, tokenHash(token), { ...settings, isUse })
  if (!row) return undefined
  const { operatorId, sessionId, mustChangePassword, isApproved, hasFactor, isVerified } = row
  const mayAct = !mustChangePassword && isApproved && isVerified
  // The password alone cannot take the account over: neither by a new password nor by a new second factor.
  const own: NeededPermission[] = hasFactor && !isVerified ? [] : [OWN_SESSION]
  const granted: NeededPermission[] = mayAct ? [ACTING_SESSION, ...known(row.permissions)] : []
  return { operatorId, sessionId, permissions: new Set([BEGUN_SESSION, ...own, ...granted]) }
}

/** An operator by id, if there is one. */
export async function readOperator(sql: Sql, operatorId: number): Promise<Operator | undefined> {
  const [row] = await selectOperator(sql, operatorId)
  return row && toOperator(row)
}

/** All operators, by id. */
export const readOperators = async (sql: Sql): Promise<Operator[]> =>
  (await selectOperators(sql)).map(toOperator)

const toOperator = (row: OperatorRow): Operator => ({
  ...row,
  roles: roles.filter((one) => row.roles.includes(one)),
  permissions: known(row.permissions),
  singlePermissions: known(row.singlePermissions),
})

/**
 * The tree of creators of each of these operators, without those disabled or no longer holding this permission: their
 * approval does not count. A tree counts as one person, because a creator sees the first password and may hold both
 * accounts.
 */
export const readTrees = async (
  sql: Sql,
  operatorIds: readonly number[],
  permission: Permission,
): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (await selectTrees(sql, operatorIds))
      .filter((row) => row.permissions.includes(permission))
      .map((row) => [row.operatorId, row.rootId]),
  )

/**
 * Whether one operator may second what the other approved with this permission: both are active, the first still has
 * the permission, and they are of different trees.
 */
export async function areIndependent(
  sql: Sql,
  first: number,
  second: number,
  permission: Permission,
): Promise<boolean> {
  const rows = await selectTrees(sql, [first, second])
  const one = rows.find(({ operatorId }) => operatorId === first)
  const other = rows.find(({ operatorId }) => operatorId === second)
  if (!one || !other) return false
  return one.permissions.includes(permission) && one.rootId !== other.rootId
}

/** Whether both operators go back to the same first one, disabled or not: they may be one person. */
export const areOfOneTree = async (sql: Sql, first: number, second: number): Promise<boolean> =>
  first === second ||
  new Set((await selectRoots(sql, [first, second])).map(({ rootId }) => rootId)).size === 1

/**
 * What this operator's request leads to, given earlier requests by these operators with this permission: done if one
 * of them is independent, otherwise pending. The same operator cannot second.
 */
export async function secondHand(
  sql: Sql,
  askers: readonly number[],
  operatorId: number,
  permission: Permission,
): Promise<'done' | 'waits' | 'needs_another'> {
  const others = askers.filter((one) => one !== operatorId)
  const independent = await Promise.all(
    others.map((other) => areIndependent(sql, other, operatorId, permission)),
  )
  if (independent.includes(true)) return 'done'
  return askers.includes(operatorId) ? 'needs_another' : 'waits'
}

/**
 * Runs an operator's command in one transaction, unless the operator was disabled or lost a permission since the call
 * was admitted, because it may have waited for a lock. Disabling and permission changes wait until it ends; once they
 * are answered, nothing runs under the old permissions. First in the transaction, before every other lock.
 */
export const asOperator = <T extends Result<unknown>>(
  db: Db,
  by: Pick<OperatorSession, 'operatorId' | 'permissions'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T | Refused> =>
  db.begin(async (tx): Promise<T | Refused> => {
    const [held] = await lockOperatorPermissions(tx, by.operatorId)
    const hasLost = permissions.some((one) => by.permissions.has(one) && !held?.permissions.includes(one))
    return held && !hasLost ? work(tx) : refuse('logged_out')
  })

type Refused = Extract<Result<never, 'logged_out'>, { ok: false }>

/** Deletes expired operator sessions, and devices not seen for long. */
export const sweepOperatorSessions = async (sql: Sql): Promise<void> => {
  await deleteEndedOperatorSessions(sql, operatorSettings)
  await deleteForgottenOperatorDevices(sql, operatorSettings.knownDeviceSeconds)
}

/** A permission removed from the list since it was granted is ignored. */
export const hasAll = (by: OperatorSession, needed: readonly string[]): boolean =>
  permissions.every((one) => !needed.includes(one) || by.permissions.has(one))

/**
 * Whether this operator still manages operators and has all of these: the call may have waited for the lock while
 * another one changed that.
 */
export async function mayTouch(tx: Tx, by: OperatorSession, needed: readonly string[]): Promise<boolean> {
  const [now] = await selectOperator(tx, by.operatorId)
  if (!now || now.disabledAt !== null) return false
  const all = ['operators.manage', ...needed]
  return hasAll(by, all) && permissions.every((one) => !all.includes(one) || now.permissions.includes(one))
}

/**
 * Locks the operators and returns the target, if this operator may manage it: `not_found` if disabled, `forbidden` if
 * this one lacks one of its permissions.
 */
export async function lockManaged(
  tx: Tx,
  by: OperatorSession,
  operatorId: number,
): Promise<Result<OperatorRow, 'forbidden' | 'not_found'>> {
  await lockOperators(tx)
  const [operator] = await selectOperator(tx, operatorId)
  if (!operator || operator.disabledAt) return refuse('not_found')
  return (await mayTouch(tx, by, operator.permissions)) ? ok(operator) : refuse('forbidden')
}

/** A permission removed from the list since it was granted allows nothing. */
const known = (granted: readonly string[]): Permission[] => permissions.filter((one) => granted.includes(one))

/** An operator's request under its own request id: everything the call was sent with. */
type OperatorRequest = {
  call: OperatorCallKey
  operatorId: number
  requestId: string
  asked: object
}

/** Whether this request id was used for something else, or by another operator. Locked until the transaction ends. */
export async function isOtherRequest(tx: Tx, request: OperatorRequest): Promise<boolean> {
  const [, kept] = await Promise.all([lockRequest(tx, request), selectRequest(tx, request)])
  const [before] = kept
  if (!before) return false
  return before.operatorId !== request.operatorId || before.digest !== requestDigest(request.asked)
}

/** Stores a request id after the action: a refused request may be sent again, corrected. Returns whether it is new. */
export const keepRequest = async (tx: Tx, { asked, ...request }: OperatorRequest): Promise<boolean> =>
  (await insertRequest(tx, { ...request, digest: requestDigest(asked) })).length > 0

/** Whether this request was executed already: it gets the same answer, and nothing is done. */
export const isKeptRequest = async (tx: Tx, request: OperatorRequest): Promise<boolean> =>
  (await selectRequest(tx, request)).length > 0
