import { permissions, roles } from '@palpite/contract/backoffice'
import { present } from '../platform/errors.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { readAuditPage } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { ok } from '../platform/result.ts'
import {
  addOperatorPasskey,
  approveOperator,
  approveRole,
  askOperatorPasskey,
  askOperatorSignIn,
  changeOperatorPassword,
  createOperator,
  disableOperator,
  enrolSecondFactor,
  giveSecondFactor,
  type Operators,
  proposeRole,
  readFilters,
  readOperator,
  readOperatorDevice,
  readOperatorPasskeys,
  readOperators,
  readRoleRequests,
  readRoles,
  readSecondFactor,
  rejectRole,
  removeFilter,
  removeOperatorPasskey,
  resetSecondFactor,
  saveFilter,
  setOperatorRoles,
  signIn,
  signInWithOperatorPasskey,
  signOut,
} from '../identity/index.ts'

const PAGE = 50

/**
 * Calls for operators' sessions, passwords, passkeys and filters, for operators and their roles, and for the audit
 * log.
 */
export function operatorRoutes(api: OperatorApi, operators: Operators): void {
  sessionRoutes(api, operators)
  ownRoutes(api, operators)
  managingRoutes(api, operators)
  roleRoutes(api, operators)
  auditRoutes(api, operators.deps.db)
}

function sessionRoutes(api: OperatorApi, operators: Operators): void {
  const { db } = operators.deps
  serveOperator(api, 'POST /api/backoffice/session/signIn', async ({ body, ip, userAgent, cookies }) => {
    const deviceSecret = await readOperatorDevice(operators, cookies)
    const answer = await signIn(operators, { ...body, ip, userAgent, deviceSecret })
    if (answer.ok) deviceSecret.keep()
    return answer
  })
  serveOperator(api, 'POST /api/backoffice/session/passkeyChallenge', () => askOperatorSignIn(operators))
  serveOperator(
    api,
    'POST /api/backoffice/session/signInWithPasskey',
    async ({ body, ip, userAgent, cookies }) => {
      const deviceSecret = await readOperatorDevice(operators, cookies)
      const visit = { ip, userAgent, deviceSecret }
      const answer = await signInWithOperatorPasskey(operators, { passkey: body, ...visit })
      if (answer.ok) deviceSecret.keep()
      return answer
    },
  )
  serveOperator(api, 'POST /api/backoffice/session/signOut', async ({ caller }) => {
    await signOut(operators, caller)
    return ok(null)
  })
  serveOperator(api, 'POST /api/backoffice/session/changePassword', ({ caller, body }) =>
    changeOperatorPassword(operators, caller, body),
  )
  serveOperator(api, 'POST /api/backoffice/session/enrolSecondFactor', ({ caller }) =>
    enrolSecondFactor(operators, caller),
  )
  serveOperator(api, 'POST /api/backoffice/session/giveSecondFactor', ({ caller, body }) =>
    giveSecondFactor(operators, caller, body.code),
  )
  serveOperator(api, 'GET /api/backoffice/session/me', async ({ caller }) => {
    const { operatorId } = caller
    const secondFactor = await readSecondFactor(db, caller)
    const operator = present(await readOperator(db, operatorId), `operator ${operatorId}`)
    const { email, mustChangePassword, approvedAt } = operator
    const isApproved = approvedAt !== null
    const granted = { roles: operator.roles, permissions: operator.permissions }
    return ok({ operatorId, email, ...granted, mustChangePassword, isApproved, secondFactor })
  })
}

function ownRoutes(api: OperatorApi, operators: Operators): void {
  serveOperator(api, 'GET /api/backoffice/session/passkeys', async ({ caller }) => {
    const { max, passkeys } = await readOperatorPasskeys(operators, caller.operatorId)
    return ok({
      max,
      passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
        passkeyId,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    })
  })
  serveOperator(api, 'POST /api/backoffice/session/newPasskey', ({ caller, body }) =>
    askOperatorPasskey(operators, caller, body.password),
  )
  serveOperator(api, 'POST /api/backoffice/session/addPasskey', ({ caller, body: { name, ...passkey } }) =>
    addOperatorPasskey(operators, caller, { name, passkey }),
  )
  serveOperator(api, 'POST /api/backoffice/session/removePasskey', ({ caller, body }) =>
    removeOperatorPasskey(operators, caller, body.passkeyId),
  )
  serveOperator(api, 'GET /api/backoffice/filters', async ({ caller, query }) =>
    ok(await readFilters(operators, caller, query.list)),
  )
  serveOperator(api, 'POST /api/backoffice/filters', ({ caller, body }) =>
    saveFilter(operators, caller, body),
  )
  serveOperator(api, 'POST /api/backoffice/filters/:filterId/remove', ({ caller, params }) =>
    removeFilter(operators, caller, Number(params.filterId)),
  )
}

function managingRoutes(api: OperatorApi, operators: Operators): void {
  const { db } = operators.deps
  serveOperator(api, 'GET /api/backoffice/operators', async () => {
    const asked = (await readRoleRequests(operators)).map(({ askedAt, ...one }) => ({
      ...one,
      roles: roles.filter((role) => one.roles.includes(role)),
      permissions: permissions.filter((permission) => one.permissions.includes(permission)),
      askedAt: askedAt.toISOString(),
    }))
    return ok(
      (await readOperators(db)).map(
        ({ mustChangePassword: _own, createdAt, approvedAt, disabledAt, ...operator }) => ({
          ...operator,
          createdAt: createdAt.toISOString(),
          approvedAt: approvedAt?.toISOString() ?? null,
          disabledAt: disabledAt?.toISOString() ?? null,
          asked: asked
            .filter(({ operatorId }) => operatorId === operator.operatorId)
            .map(({ operatorId: _whose, ...one }) => one),
        }),
      ),
    )
  })
  serveOperator(api, 'POST /api/backoffice/operators', ({ caller, body }) =>
    createOperator(operators, caller, body),
  )
  serveOperator(api, 'POST /api/backoffice/operators/:operatorId/approve', ({ caller, params }) =>
    approveOperator(operators, caller, Number(params.operatorId)),
  )
  serveOperator(api, 'POST /api/backoffice/operators/:operatorId/resetSecondFactor', ({ caller, params }) =>
    resetSecondFactor(operators, caller, Number(params.operatorId)),
  )
  serveOperator(api, 'POST /api/backoffice/operators/:operatorId/disable', ({ caller, params }) =>
    disableOperator(operators, caller, Number(params.operatorId)),
  )
  serveOperator(api, 'POST /api/backoffice/operators/:operatorId/setRoles', ({ caller, params, body }) =>
    setOperatorRoles(operators, caller, { operatorId: Number(params.operatorId), ...body }),
  )
}

function roleRoutes(api: OperatorApi, operators: Operators): void {
  const { db } = operators.deps
  serveOperator(api, 'GET /api/backoffice/roles', async () =>
    ok(
      (await readRoles(db)).map((role) => ({
        ...role,
        proposals: role.proposals.map((one) => ({ ...one, proposedAt: one.proposedAt.toISOString() })),
      })),
    ),
  )
  serveOperator(api, 'POST /api/backoffice/roles/:role/versions', ({ caller, params, body }) =>
    proposeRole(operators, caller, { role: params.role, ...body }),
  )
  serveOperator(api, 'POST /api/backoffice/roles/:role/versions/:version/approve', ({ caller, params }) =>
    approveRole(operators, caller, { role: params.role, version: Number(params.version) }),
  )
  serveOperator(api, 'POST /api/backoffice/roles/:role/versions/:version/reject', ({ caller, params }) =>
    rejectRole(operators, caller, { role: params.role, version: Number(params.version) }),
  )
}

function auditRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/audit', async ({ query }) => {
    const { cursor, subject, operatorId, action } = query
    const { rows, next } = await readAuditPage(db, {
      ...(cursor !== undefined && { beforeId: Number(cursor) }),
      ...(subject !== undefined && { subject }),
      ...(operatorId !== undefined && { operatorId: Number(operatorId) }),
      ...(action !== undefined && { action }),
      max: PAGE,
    })
    const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    return ok({ items, nextCursor: next === null ? null : String(next) })
  })
}
