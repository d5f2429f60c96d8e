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
  holdOperator,
  lockOperators,
  type OperatorRow,
  selectTrees,
  selectOperator,
  selectOperators,
  touchOperatorSession,
  insertRequest,
  lockRequest,
  selectRequest,
} from './queries.ts'

/** What the commands of operators share. */
export type Operators = {
  deps: Deps
  settings: OperatorSettings
  passwords: Passwords
  throttles: Throttles<OperatorThrottle>
}

/** An operator as others may know one: no password, no session. */
type Operator = {
  operatorId: number
  email: string
  roles: Role[]
  /** All that may be done: of the roles, and beside them. */
  permissions: Permission[]
  singlePermissions: Permission[]
  mustChangePassword: boolean
  createdBy: number | null
  createdAt: Date
  /** Null while a second operator has to approve; until then nothing may be done. */
  approvedAt: Date | null
  approvedBy: number | null
  disabledAt: Date | null
  hasSecondFactor: boolean
}

/** Puts together what the commands of operators are given. */
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
 * Whose session a token opens, and what may be done with it: with a one-time password nothing but to change it,
 * and nothing either before the second operator approved who has to, or before the session gave the second factor.
 * Nothing for a token that opens none (any more), a player's among them.
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
  // With the password alone nobody takes the account over: neither a new password nor a new second factor.
  const own: NeededPermission[] = hasFactor && !isVerified ? [] : [OWN_SESSION]
  const granted: NeededPermission[] = mayAct ? [ACTING_SESSION, ...known(row.permissions)] : []
  return { operatorId, sessionId, permissions: new Set([BEGUN_SESSION, ...own, ...granted]) }
}

/** An operator by id, as far as there is one. */
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
 * Which tree of creators each of these operators belongs to, without those who were disabled or lost this permission since:
 * their word counts no more. All of a tree count as one pair of hands, because whoever creates an operator is told the first
 * password and may hold both.
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
 * Whether one operator may say the second yes to what the other said first with this permission: both are there, the first has
 * the permission still, and they are of two trees.
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

/**
 * What it comes to when this operator asks for what these asked for before, by this permission: it is done where one of them is
 * independent, and waits for such a one otherwise. Who asked before needs another.
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
 * Does what an operator asked for in one transaction, unless the operator was disabled, or lost a permission, since the call was
 * let in: it may have waited for a lock. Until it ends, both wait; once they are answered, nothing of the operator's happens any
 * more by what was allowed before. First in the transaction, before every other lock.
 */
export const asOperator = <T extends Result<unknown>>(
  db: Db,
  by: Pick<OperatorSession, 'operatorId' | 'permissions'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T | Refused> =>
  db.begin(async (tx): Promise<T | Refused> => {
    const [held] = await holdOperator(tx, by.operatorId)
    const hasLost = permissions.some((one) => by.permissions.has(one) && !held?.permissions.includes(one))
    return held && !hasLost ? work(tx) : refuse('logged_out')
  })

type Refused = Extract<Result<never, 'logged_out'>, { ok: false }>

/** Removes sessions of operators that are over, and devices that none was seen on for long. */
export const sweepOperatorSessions = async (sql: Sql): Promise<void> => {
  await deleteEndedOperatorSessions(sql, operatorSettings)
  await deleteForgottenOperatorDevices(sql, operatorSettings.knownDeviceSeconds)
}

/** A permission that was taken off the list since it was granted is nobody's, and stands in nobody's way. */
export const hasAll = (by: OperatorSession, needed: readonly string[]): boolean =>
  permissions.every((one) => !needed.includes(one) || by.permissions.has(one))

/**
 * Whether this operator manages operators and has all of this still: the call may have waited for the lock of operators while
 * another one changed that.
 */
export async function mayTouch(tx: Tx, by: OperatorSession, needed: readonly string[]): Promise<boolean> {
  const [now] = await selectOperator(tx, by.operatorId)
  if (!now || now.disabledAt !== null) return false
  const all = ['operators.manage', ...needed]
  return hasAll(by, all) && permissions.every((one) => !all.includes(one) || now.permissions.includes(one))
}

/**
 * Locks the operators, and answers one whom this operator may manage: `not_found` where that one is disabled, `forbidden`
 * where this one lacks a permission of theirs.
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

/** A permission that was taken off the list since it was granted allows nothing. */
const known = (granted: readonly string[]): Permission[] => permissions.filter((one) => granted.includes(one))

/** What an operator asks for by a request id of their own: everything that the call was sent with. */
type OperatorRequest = {
  call: OperatorCallKey
  operatorId: number
  requestId: string
  asked: object
}

/** Whether this request id stands for something else already, or was somebody else's. Held until the transaction ends. */
export async function isOtherRequest(tx: Tx, request: OperatorRequest): Promise<boolean> {
  const [, kept] = await Promise.all([lockRequest(tx, request), selectRequest(tx, request)])
  const [before] = kept
  if (!before) return false
  return before.operatorId !== request.operatorId || before.digest !== requestDigest(request.asked)
}

/**
 * Keeps what a request id stands for, once it was acted on: one that was refused may be sent again, mended. Answers whether it
 * was not kept before.
 */
export const keepRequest = async (tx: Tx, { asked, ...request }: OperatorRequest): Promise<boolean> =>
  (await insertRequest(tx, { ...request, digest: requestDigest(asked) })).length > 0

/** Whether this request was acted on already: it is answered the same, and nothing is done. */
export const isKeptRequest = async (tx: Tx, request: OperatorRequest): Promise<boolean> =>
  (await selectRequest(tx, request)).length > 0
