import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { exposureRelations } from '../own-data.ts'
import { defineOperatorCalls } from './call.ts'

const playerId = z.string().check(z.regex(/^[1-9]\d{0,11}$/))

const exposureCase = z.object({
  playerId: z.int(),
  state: z.enum(['open', 'confirmed', 'cleared']),
  /** When it was opened or decided. */
  since: instant,
  decidedBy: z.nullable(z.int()),
  note: z.nullable(z.string()),
})

const statement = z.object({
  id: z.int(),
  source: z.enum(['declared', 'register']),
  isExposed: z.boolean(),
  relation: z.nullable(z.enum(exposureRelations)),
  office: z.nullable(z.string()),
  saidAt: instant,
})

/** Players who are politically exposed by declaration or register. */
export const operatorExposureCalls = defineOperatorCalls({
  'GET /api/backoffice/exposures': {
    summary: 'Cases that wait for an operator, oldest first, or those that are decided, newest first',
    permission: 'identities.check',
    query: z.strictObject({
      status: z.enum(['open', 'decided']),
      cursor: z.optional(z.string().check(z.regex(/^\d{1,14}:[1-9]\d{0,11}$/))),
    }),
    data: z.object({ items: z.array(exposureCase), nextCursor }),
  },
  'GET /api/backoffice/exposures/:playerId': {
    summary: 'One case with the person and the last statement of each source; audited',
    permission: 'identities.check',
    params: z.strictObject({ playerId }),
    data: z.object({
      exposure: exposureCase,
      /** Null once a closed account's data are deleted. */
      person: z.nullable(z.object({ name: z.string(), cpf: z.string() })),
      statements: z.array(statement),
    }),
  },
  'POST /api/backoffice/exposures/:playerId/decide': {
    summary:
      'Decides whether the player is politically exposed, based on the statements up to this one; audited',
    permission: 'identities.check',
    params: z.strictObject({ playerId }),
    body: z.strictObject({
      isExposed: z.boolean(),
      /** The newest statement the operator saw. */
      statementId: z.int().check(z.minimum(1), z.maximum(999_999_999_999)),
      note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    }),
    data: z.object({ state: z.enum(['confirmed', 'cleared']) }),
  },
})
