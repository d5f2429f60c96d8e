import * as z from 'zod/mini'
import { instant } from '../call.ts'
import { creation, made, passkeyName, requested, signed } from '../webauthn.ts'
import { defineOperatorCalls } from './call.ts'
import { ACTING_SESSION, BEGUN_SESSION, OWN_SESSION, permissions, roles } from './permissions.ts'

const email = z.string().check(z.minLength(3), z.maxLength(254))
const newEmail = z.email().check(z.maxLength(254))
const password = z.string().check(z.minLength(1), z.maxLength(128))
const granted = z.array(z.enum(permissions)).check(z.maxLength(permissions.length))
const given = z.array(z.enum(roles)).check(z.maxLength(roles.length))
const role = z.enum(roles)
const version = z.string().check(z.regex(/^[1-9]\d{0,8}$/))
const operatorId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/** Operators, their sessions and passwords. */
export const operatorSessionCalls = defineOperatorCalls({
  'POST /api/backoffice/session/signIn': {
    summary: 'Opens an operator’s session: half an hour unused ends it, twelve hours in any case',
    permission: 'visitor',
    body: z.strictObject({ email, password }),
    data: z.object({ token: z.string(), mustChangePassword: z.boolean() }),
  },
  'POST /api/backoffice/session/passkeyChallenge': {
    summary: 'What a browser is to have signed by an operator’s passkey; single use, five minutes',
    permission: 'visitor',
    data: requested,
  },
  'POST /api/backoffice/session/signInWithPasskey': {
    summary: 'Opens an operator’s session by a passkey, which counts as both factors',
    permission: 'visitor',
    body: z.strictObject(signed),
    data: z.object({ token: z.string(), mustChangePassword: z.boolean() }),
  },
  'GET /api/backoffice/session/passkeys': {
    summary: 'One’s own passkeys, newest first, and how many there may be',
    permission: ACTING_SESSION,
    data: z.object({
      max: z.int(),
      passkeys: z.array(
        z.object({
          passkeyId: z.int(),
          name: z.string(),
          createdAt: instant,
          lastUsedAt: z.nullable(instant),
        }),
      ),
    }),
  },
  'POST /api/backoffice/session/newPasskey': {
    summary:
      'Begins to add a passkey, for the password: what a browser makes it with; single use, five minutes',
    permission: ACTING_SESSION,
    body: z.strictObject({ password }),
    data: creation,
  },
  'POST /api/backoffice/session/addPasskey': {
    summary: 'Adds the passkey that a browser made; audited',
    permission: ACTING_SESSION,
    body: z.strictObject({ name: passkeyName, ...made }),
    data: z.null(),
  },
  'POST /api/backoffice/session/removePasskey': {
    summary: 'Revokes one of one’s own passkeys; one that is gone already is no failure; audited',
    permission: ACTING_SESSION,
    body: z.strictObject({ passkeyId: z.int().check(z.minimum(1)) }),
    data: z.null(),
  },
  'POST /api/backoffice/session/signOut': {
    summary: 'Ends the session of the token it is sent with',
    permission: BEGUN_SESSION,
    isNeverPutOff: true,
    data: z.null(),
  },
  'POST /api/backoffice/session/changePassword': {
    summary: 'Changes one’s own password; other sessions end, and a one-time password is over',
    permission: OWN_SESSION,
    body: z.strictObject({ oldPassword: password, newPassword: password }),
    data: z.null(),
  },
  'POST /api/backoffice/session/enrolSecondFactor': {
    summary:
      'Makes the secret of an authenticator app, told here alone, for an operator without a confirmed one; its first code confirms it',
    permission: OWN_SESSION,
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /api/backoffice/session/giveSecondFactor': {
    summary: 'Gives the code of an authenticator app: each is good once, and lets this session act; audited',
    permission: BEGUN_SESSION,
    body: z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) }),
    data: z.null(),
  },
  'GET /api/backoffice/session/me': {
    summary:
      'Who is signed in, and what may be done: nothing while a new password or the second factor is due, or a second operator has not approved',
    permission: BEGUN_SESSION,
    data: z.object({
      operatorId: z.int(),
      email: z.string(),
      roles: given,
      permissions: granted,
      mustChangePassword: z.boolean(),
      isApproved: z.boolean(),
      /** `enrol`: not set up; `code`: not given in this session; `done`: given. */
      secondFactor: z.enum(['enrol', 'code', 'done']),
    }),
  },
  'GET /api/backoffice/operators': {
    summary: 'All operators, by id',
    permission: 'operators.manage',
    data: z.array(
      z.object({
        operatorId: z.int(),
        email: z.string(),
        roles: given,
        /** All permissions: of the roles, and additional ones. */
        permissions: granted,
        /** The additional permissions. */
        singlePermissions: granted,
        createdBy: z.nullable(z.int()),
        createdAt: instant,
        /** Null until a second operator approves; until then nothing is allowed. */
        approvedAt: z.nullable(instant),
        /** Null if the permissions need no second operator, and for operators of the command line. */
        approvedBy: z.nullable(z.int()),
        disabledAt: z.nullable(instant),
        hasSecondFactor: z.boolean(),
        /** Requested roles and permissions awaiting a second operator. */
        asked: z.array(z.object({ roles: given, permissions: granted, askedBy: z.int(), askedAt: instant })),
      }),
    ),
  },
  'POST /api/backoffice/operators': {
    summary:
      'Creates an operator with roles and single permissions, all of which are one’s own; the one-time password is told here alone. Where one of them is granted by two, nothing may be done before a second operator approves',
    permission: 'operators.manage',
    body: z.strictObject({ email: newEmail, permissions: granted, roles: z.optional(given) }),
    data: z.object({ operatorId: z.int(), oneTimePassword: z.string(), isApproved: z.boolean() }),
  },
  'POST /api/backoffice/operators/:operatorId/approve': {
    summary:
      'Approves a new operator with permissions that two grant: by one who has them all, of another tree of creators; audited',
    permission: 'operators.manage',
    needsTwo: true,
    params: z.strictObject({ operatorId }),
    data: z.null(),
  },
  'POST /api/backoffice/operators/:operatorId/setRoles': {
    summary:
      'Gives another operator these roles and single permissions in place of those before, at once for who is signed in; where that adds what two grant, a second, independent operator has to ask for the same; audited',
    permission: 'operators.manage',
    needsTwo: true,
    params: z.strictObject({ operatorId }),
    body: z.strictObject({ roles: given, permissions: granted }),
    data: z.object({
      /** `waits`: for an operator independent of this one; `needs_another`: already requested. */
      state: z.enum(['waits', 'set', 'needs_another']),
    }),
  },
  'POST /api/backoffice/operators/:operatorId/resetSecondFactor': {
    summary:
      'Forgets the second factor of another operator who lost it, and ends their sessions: two independent operators, each with all permissions of the other, have to ask for it; audited',
    permission: 'operators.manage',
    needsTwo: true,
    params: z.strictObject({ operatorId }),
    data: z.object({
      /** `waits`: for an operator independent of this one; `needs_another`: already requested. */
      state: z.enum(['waits', 'reset', 'needs_another']),
    }),
  },
  'POST /api/backoffice/operators/:operatorId/disable': {
    summary:
      'Ends another operator’s sessions and lets none begin; by one who has all permissions of the other, and not below two independent operators with every permission',
    permission: 'operators.manage',
    params: z.strictObject({ operatorId }),
    data: z.null(),
  },
  'GET /api/backoffice/roles': {
    summary: 'Every role: what it may do, how many operators have it, and what is proposed for it',
    permission: 'operators.manage',
    data: z.array(
      z.object({
        role: z.enum(roles),
        /** The base a proposal names. */
        version: z.int(),
        permissions: granted,
        holders: z.int(),
        proposals: z.array(
          z.object({
            version: z.int(),
            permissions: granted,
            baseVersion: z.int(),
            proposedBy: z.int(),
            proposedAt: instant,
          }),
        ),
      }),
    ),
  },
  'POST /api/backoffice/roles/:role/versions': {
    summary:
      'Proposes what a role may do from its next version on: by one who has all of it, before and after; audited',
    permission: 'operators.manage',
    params: z.strictObject({ role }),
    body: z.strictObject({
      permissions: granted,
      baseVersion: z.int().check(z.minimum(0), z.maximum(999_999_999)),
    }),
    data: z.object({ version: z.int() }),
  },
  'POST /api/backoffice/roles/:role/versions/:version/approve': {
    summary:
      'Approves somebody else’s proposal, while the role is as it was made from; holds at once for all who have the role; audited',
    permission: 'operators.manage',
    needsTwo: true,
    params: z.strictObject({ role, version }),
    data: z.null(),
  },
  'POST /api/backoffice/roles/:role/versions/:version/reject': {
    summary: 'Ends an open proposal for a role; audited',
    permission: 'operators.manage',
    params: z.strictObject({ role, version }),
    data: z.null(),
  },
})
