import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const module = z.string().check(z.regex(/^[a-z]{1,40}$/))
const version = z.string().check(z.regex(/^[1-9]\d{0,8}$/))
/** Values by name. The module checks names and shapes of a proposal. */
const values = z.record(z.string(), z.unknown())

/** Overrides of the modules' defaults: proposed by one operator, approved by another. */
export const settingsCalls = defineOperatorCalls({
  'GET /api/backoffice/settings': {
    summary: 'The settings of every module: the defaults, what is in force, and how many proposals are open',
    permission: 'settings.read',
    data: z.array(
      z.object({
        module: z.string(),
        takesEffect: z.enum(['at_once', 'at_start']),
        defaults: values,
        /** The current overrides; version 0 if none were ever set. */
        inForce: z.object({ version: z.int(), value: values }),
        /** The base a proposal names. */
        latestApproved: z.int(),
        open: z.int(),
      }),
    ),
  },
  'GET /api/backoffice/settings/:module/versions': {
    summary: 'The versions of a module’s settings, the newest first',
    permission: 'settings.read',
    params: z.strictObject({ module }),
    query: z.strictObject({ cursor: z.optional(version) }),
    data: z.object({
      items: z.array(
        z.object({
          version: z.int(),
          value: values,
          baseVersion: z.int(),
          status: z.enum(['open', 'approved', 'rejected']),
          proposedBy: z.int(),
          proposedAt: instant,
          decidedBy: z.nullable(z.int()),
          decidedAt: z.nullable(instant),
          inForceFrom: z.nullable(instant),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/settings/:module/versions': {
    summary: 'Proposes everything that is to differ from the defaults, at once when approved or from a time',
    permission: 'settings.propose',
    params: z.strictObject({ module }),
    body: z.strictObject({
      value: values,
      baseVersion: z.int().check(z.minimum(0), z.maximum(999_999_999)),
      inForceFrom: z.optional(z.nullable(instant)),
    }),
    data: z.object({ version: z.int() }),
  },
  'POST /api/backoffice/settings/:module/versions/:version/approve': {
    summary: 'Approves somebody else’s proposal, while the settings are those that it was made from',
    permission: 'settings.approve',
    needsTwo: true,
    params: z.strictObject({ module, version }),
    data: z.null(),
  },
  'POST /api/backoffice/settings/:module/versions/:version/reject': {
    summary: 'Ends an open proposal',
    permission: 'settings.approve',
    params: z.strictObject({ module, version }),
    data: z.null(),
  },
})
