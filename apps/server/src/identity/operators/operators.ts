import {
  type NeededPermission,
  OWN_SESSION,
  type Permission,
  permissions,
} from '@palpite/contract/backoffice'
import type { Deps } from '../../platform/deps.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { present } from '../../platform/assert.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { openPasswords, type Passwords } from '../passwords/passwords.ts'
import { tokenHash } from '../sessions/token.ts'
import { identitySettingsFor } from '../settings.ts'
import { openThrottles, type Throttles } from '../throttles/throttles.ts'
import {
  deleteEndedOperatorSessions,
  selectIsBound,
  selectOperator,
  selectOperators,
  touchOperatorSession,
} from './queries.ts'
import { operatorSettings, type OperatorSettings, type OperatorThrottle } from './settings.ts'

/** What the commands of operators share. */
export type Operators = {
  deps: Deps
  settings: OperatorSettings
  passwords: Passwords
  throttles: Throttles<OperatorThrottle>
}

/** An operator as others may know one: no password, no session. */
export type Operator = {
  operatorId: number
  email: string
  permissions: Permission[]
  mustChangePassword: boolean
  createdBy: number | null
  createdAt: Date
  disabledAt: Date | null
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
    passwords: own.passwords ?? openPasswords(identitySettingsFor(deps.config).password, deps.random),
    throttles: openThrottles(deps.db, settings.throttles),
  }
}

/**
 * Whose session a token opens, and what may be done with it: with a one-time password nothing but to change it.
 * Nothing for a token that opens none (any more), a player's among them.
 */
export async function authenticateOperator(
  { deps, settings }: Operators,
  token: string,
  isUse: boolean,
): Promise<OperatorSession | undefined> {
  const [row] = await touchOperatorSession(deps.db, tokenHash(token), { ...settings, isUse })
  if (!row) return undefined
  const { operatorId, sessionId, mustChangePassword } = row
  const granted: NeededPermission[] = mustChangePassword ? [] : known(row.permissions)
  return { operatorId, sessionId, permissions: new Set([OWN_SESSION, ...granted]) }
}

/** An operator by id, as far as there is one. */
export async function readOperator(sql: Sql, operatorId: number): Promise<Operator | undefined> {
  const [row] = await selectOperator(sql, operatorId)
  return row && { ...row, permissions: known(row.permissions) }
}

/** All operators, by id. */
export const readOperators = async (sql: Sql): Promise<Operator[]> =>
  (await selectOperators(sql)).map((row) => ({ ...row, permissions: known(row.permissions) }))

/**
 * Whether two operators can watch each other: they are two, and neither created the other, who was told the first
 * password and may hold both.
 */
export const areIndependent = async (tx: Tx, one: number, other: number): Promise<boolean> =>
  !present((await selectIsBound(tx, one, other))[0], 'an answer about two operators').isBound

/** Removes sessions of operators that are over. */
export const sweepOperatorSessions = async (sql: Sql): Promise<void> => {
  await deleteEndedOperatorSessions(sql, operatorSettings)
}

/** A permission that was taken off the list since it was granted allows nothing. */
const known = (granted: readonly string[]): Permission[] => permissions.filter((one) => granted.includes(one))
