import { permissions, roles } from '@palpite/contract/backoffice'
import { present } from '../platform/assert.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import {
  approveOperator,
  approveRole,
  changeOperatorPassword,
  createOperator,
  disableOperator,
  enrolSecondFactor,
  giveSecondFactor,
  type Operators,
  proposeRole,
  readOperator,
  readOperatorDevice,
  readOperators,
  readRoleRequests,
  readRoles,
  readSecondFactor,
  rejectRole,
  resetSecondFactor,
  setOperatorRoles,
  signIn,
  signOut,
} from '../identity/index.ts'

/** Sessions of operators, their own passwords, and operators themselves. */
export function operatorRoutes(api: OperatorApi, operators: Operators): void {
  const { db } = operators.deps
  serveOperator(api, 'POST /api/backoffice/session/signIn', async ({ body, ip, userAgent, cookies }) => {
    const deviceSecret = await readOperatorDevice(operators, cookies)
    const answer = await signIn(operators, { ...body, ip, userAgent, deviceSecret })
    if (answer.ok) deviceSecret.keep()
    return answer
  })
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
