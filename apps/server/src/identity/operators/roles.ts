import {
  type Permission,
  permissions,
  permissionsGrantedByTwo,
  type Role,
  roles,
} from '@palpite/contract/backoffice'
import { audit } from '../../platform/audit.ts'
import type { Db, Sql, Tx } from '../../platform/db/index.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { areIndependent, mayTouch, type Operators, secondHand } from './operators.ts'
import { lockOperators } from './queries.ts'
import {
  deleteRoleRequests,
  type GrantedRow,
  insertRoleVersion,
  type RoleVersionRow,
  selectGranted,
  selectLatestVersions,
  selectRoleRequests,
  selectRoleVersion,
  selectRoleVersions,
  updateGranted,
  updateOwnToRejected,
  updateVersionToApproved,
  updateVersionToRejected,
  upsertRoleRequest,
} from './role-queries.ts'

/** The current permissions of each role, by name. */
export type RoleSets = ReadonlyMap<string, readonly string[]>

/** A role as operators see it. */
export type RoleState = {
  role: Role
  version: number
  permissions: Permission[]
  holders: number
  proposals: {
    version: number
    permissions: Permission[]
    baseVersion: number
    proposedBy: number
    proposedAt: Date
  }[]
}

/** Every role, in the order of the contract: its permissions, its operators, its proposals. */
export async function readRoles(sql: Sql): Promise<RoleState[]> {
  const versions = await selectRoleVersions(sql)
  const holders = await selectGranted(sql)
  return roles.map((role) => {
    const own = versions.filter((one) => one.role === role)
    const held = own.find((one) => one.approvedAt !== null)
    return {
      role,
      version: held?.version ?? 0,
      permissions: knownOf(held?.permissions ?? []),
      holders: holders.filter((one) => one.roles.includes(role)).length,
      proposals: own.flatMap(({ approvedAt, proposedBy, version, baseVersion, proposedAt, ...one }) =>
        approvedAt === null && proposedBy !== null
          ? [{ version, baseVersion, proposedBy, proposedAt, permissions: knownOf(one.permissions) }]
          : [],
      ),
    }
  })
}

/** The current permissions of each role; read under the lock of operators when deciding by it. */
export const readRoleSets = async (sql: Sql): Promise<RoleSets> =>
  new Map(
    (await selectRoleVersions(sql))
      .filter(({ approvedAt }) => approvedAt !== null)
      .map(({ role, permissions: set }) => [role, set]),
  )

/**
 * All permissions of these roles and direct grants. Unknown ones stay: a newer server beside this one may have
 * granted them.
 */
export const permissionsOf = (
  sets: RoleSets,
  given: { roles: readonly string[]; permissions: readonly string[] },
): string[] => [...new Set([...given.roles.flatMap((role) => sets.get(role) ?? []), ...given.permissions])]

type ProposeRole = { role: Role; permissions: readonly Permission[]; baseVersion: number }
type ProposeRefusal = 'forbidden' | 'role_outdated'

/** Records a proposal for a role's permissions; it takes effect once an independent operator approves it. */
export const proposeRole = ({ deps }: Operators, by: OperatorSession, request: ProposeRole) =>
  deps.db.begin(async (tx): Promise<Result<{ version: number }, ProposeRefusal>> => {
    const { role, baseVersion } = request
    const wanted = knownOf(request.permissions)
    await lockOperators(tx)
    const now = (await readRoleSets(tx)).get(role) ?? []
    if (!(await mayTouch(tx, by, [...now, ...wanted]))) return refuse('forbidden')
    const [last] = await selectLatestVersions(tx, role)
    if (baseVersion !== (last?.approved ?? 0)) return refuse('role_outdated')
    // A new proposal by the same operator replaces the earlier one.
    await updateOwnToRejected(tx, role, by.operatorId)
    const version = (last?.latest ?? 0) + 1
    await insertRoleVersion(tx, {
      role,
      version,
      permissions: wanted,
      baseVersion,
      proposedBy: by.operatorId,
    })
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'role.proposed',
      subject: `role:${role}:${version}`,
      details: { before: now, after: wanted, baseVersion },
    })
    return ok({ version })
  })

type Decision = { role: Role; version: number }
type DecideRefusal =
  | 'forbidden'
  | 'not_found'
  | 'role_decided'
  | 'role_outdated'
  | 'four_eyes'
  | 'last_operators'

/**
 * Puts a proposal in force: the approver must hold all of the role, before and after, and be independent of the
 * proposer. Every operator with the role has the new permissions from the next call on. Two independent operators
 * with every permission always remain.
 */
export const approveRole = ({ deps }: Operators, by: OperatorSession, decision: Decision) =>
  decide(deps.db, by, decision, async (tx, { row, proposedBy }): Promise<Result<null, DecideRefusal>> => {
    const { role, version } = decision
    if (!(await areIndependent(tx, proposedBy, by.operatorId, 'operators.manage'))) return refuse('four_eyes')
    const [last] = await selectLatestVersions(tx, role)
    if (row.baseVersion !== last?.approved) return refuse('role_outdated')
    const sets = new Map([...(await readRoleSets(tx)), [role, row.permissions]])
    const before = await selectGranted(tx)
    const changed = before
      .filter((one) => one.roles.includes(role))
      .map((one) => ({ ...one, permissions: allOf(sets, one) }))
    if (losesTheTwo(before, changed)) return refuse('last_operators')
    await updateVersionToApproved(tx, { ...decision, by: by.operatorId })
    await updateGranted(tx, changed)
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'role.approved',
      subject: `role:${role}:${version}`,
      details: { permissions: row.permissions, proposedBy, holders: changed.map((one) => one.operatorId) },
    })
    return ok(null)
  })

/** Rejects a proposal. Its author may too, to withdraw it. */
export const rejectRole = ({ deps }: Operators, by: OperatorSession, decision: Decision) =>
  decide(deps.db, by, decision, async (tx, { proposedBy }) => {
    await updateVersionToRejected(tx, { ...decision, by: by.operatorId })
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: 'role.rejected',
      subject: `role:${decision.role}:${decision.version}`,
      details: { proposedBy },
    })
    return ok(null)
  })

type SetRoles = { operatorId: number; roles: readonly Role[]; permissions: readonly Permission[] }
type SetRefusal = 'forbidden' | 'not_found' | 'operator_waits' | 'last_operators'

/**
 * Replaces another operator's roles and direct permissions: nobody can grant or revoke permissions they lack. If it
 * adds what needs two, a second, independent operator must request the same within a day.
 */
export const setOperatorRoles = ({ deps, settings }: Operators, by: OperatorSession, request: SetRoles) =>
  deps.db.begin(async (tx): Promise<Result<{ state: 'waits' | 'set' | 'needs_another' }, SetRefusal>> => {
    const { operatorId } = request
    if (operatorId === by.operatorId) return refuse('forbidden')
    const given = roles.filter((one) => request.roles.includes(one))
    const single = knownOf(request.permissions)
    await lockOperators(tx)
    const everybody = await selectGranted(tx)
    const operator = everybody.find((one) => one.operatorId === operatorId)
    if (!operator) return refuse('not_found')
    const before = knownOf(operator.permissions)
    const after = permissionsOf(await readRoleSets(tx), { roles: given, permissions: single })
    if (!(await mayTouch(tx, by, [...before, ...after]))) return refuse('forbidden')
    // Approving a new operator approves the permissions shown then.
    if (!operator.isApproved) return refuse('operator_waits')
    const changed = { operatorId, roles: given, singlePermissions: single, permissions: after }
    if (losesTheTwo(everybody, [{ ...operator, ...changed }])) return refuse('last_operators')
    const needsTwo = permissionsGrantedByTwo.some((one) => after.includes(one) && !before.includes(one))
    const askers = (await selectRoleRequests(tx, settings.roleRequestSeconds))
      .filter((one) => one.operatorId === operatorId && isSame(one.roles, given))
      .filter((one) => isSame(one.permissions, single))
      .map(({ askedBy }) => askedBy)
    const hand = needsTwo ? await secondHand(tx, askers, by.operatorId, 'operators.manage') : 'done'
    if (hand === 'needs_another') return ok({ state: hand })
    if (hand === 'waits') {
      const asked = { operatorId, askedBy: by.operatorId, roles: given, permissions: single }
      await upsertRoleRequest(tx, asked)
    } else {
      await deleteRoleRequests(tx, operatorId)
      await updateGranted(tx, [changed])
    }
    await audit(tx, {
      actor: { kind: 'operator', id: by.operatorId },
      action: hand === 'done' ? 'operator.roles_set' : 'operator.roles_asked',
      subject: `operator:${operatorId}`,
      details: {
        before: { roles: operator.roles, permissions: operator.singlePermissions },
        after: { roles: given, permissions: single },
      },
    })
    return ok({ state: hand === 'done' ? 'set' : 'waits' })
  })

/** Recent requests for operators that still wait for a second one. */
export const readRoleRequests = ({ deps, settings }: Operators) =>
  selectRoleRequests(deps.db, settings.roleRequestSeconds)

type Open = { row: RoleVersionRow; proposedBy: number }

/** Locks and reads an open proposal, for a decider who has all of the role's permissions before and after. */
const decide = (
  db: Db,
  by: OperatorSession,
  { role, version }: Decision,
  write: (tx: Tx, open: Open) => Promise<Result<null, DecideRefusal>>,
) =>
  db.begin(async (tx): Promise<Result<null, DecideRefusal>> => {
    await lockOperators(tx)
    const [row] = await selectRoleVersion(tx, role, version)
    if (!row) return refuse('not_found')
    if (row.proposedBy === null || row.approvedAt !== null || row.rejectedAt !== null)
      return refuse('role_decided')
    const now = (await readRoleSets(tx)).get(role) ?? []
    if (!(await mayTouch(tx, by, [...now, ...row.permissions]))) return refuse('forbidden')
    return write(tx, { row, proposedBy: row.proposedBy })
  })

const knownOf = (names: readonly string[]): Permission[] => permissions.filter((one) => names.includes(one))

const allOf = (sets: RoleSets, one: GrantedRow): string[] =>
  permissionsOf(sets, { roles: one.roles, permissions: one.singlePermissions })

/** Whether the change would remove the last two independent operators with every permission. */
function losesTheTwo(before: readonly GrantedRow[], changed: readonly GrantedRow[]): boolean {
  const next = new Map(changed.map((one) => [one.operatorId, one]))
  const after = before.map((one) => next.get(one.operatorId) ?? one)
  return fullTrees(before) >= 2 && fullTrees(after) < 2
}

const fullTrees = (operators: readonly GrantedRow[]): number =>
  new Set(
    operators
      .filter((one) => one.isApproved && permissions.every((each) => one.permissions.includes(each)))
      .map(({ rootId }) => rootId),
  ).size

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))
