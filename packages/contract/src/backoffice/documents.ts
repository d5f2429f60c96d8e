import * as z from 'zod/mini'
import { day, instant, nextCursor } from '../call.ts'
import { documentRefusals, documentSides } from '../documents.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const checkId = z.string().check(z.regex(/^[1-9]\d{0,11}$/))

const documentCheck = z.object({
  id: z.int(),
  playerId: z.int(),
  state: z.enum(['unsure', 'approved', 'refused']),
  /** Why operators must decide, or the refusal's reason. */
  reason: z.nullable(z.enum([...documentRefusals, 'not_sure', 'not_available'])),
  sentAt: instant,
  decidedAt: z.nullable(instant),
  /** Null if the outside check decided. */
  decidedBy: z.nullable(z.int()),
})

/** Documents and faces for which the outside check was unsure or unreachable. */
export const operatorDocumentCalls = defineOperatorCalls({
  'GET /api/backoffice/documents/checks': {
    summary: 'Checks that wait for an operator, oldest first, or those that are decided, newest first',
    permission: 'identities.check',
    query: z.strictObject({ status: z.enum(['open', 'decided']), cursor: idCursor }),
    data: z.object({ items: z.array(documentCheck), nextCursor }),
  },
  'GET /api/backoffice/documents/checks/:checkId': {
    summary: 'One check with whom the pictures have to show; audited',
    permission: 'identities.check',
    params: z.strictObject({ checkId }),
    data: z.object({
      check: documentCheck,
      /** The expected person; null once a closed account's data are deleted. */
      person: z.nullable(z.object({ name: z.string(), cpf: z.string(), birthDate: z.nullable(z.string()) })),
      /** The stored pictures. */
      sides: z.array(z.enum(documentSides)),
      /** The player's money, and the bound for two operators. */
      moneyCents: z.int(),
      twoHandsFromCents: z.int(),
      yes: z.array(
        z.object({
          operatorId: z.int(),
          note: z.string(),
          saidAt: instant,
          expiresOn: z.nullable(z.string()),
        }),
      ),
    }),
  },
  'GET /api/backoffice/documents/checks/:checkId/pictures/:side': {
    summary: 'One of its pictures, base64 of a WebP; audited',
    permission: 'identities.check',
    params: z.strictObject({ checkId, side: z.enum(documentSides) }),
    data: z.object({ webp: z.string() }),
  },
  'POST /api/backoffice/documents/checks/:checkId/decide': {
    summary:
      'Approves or refuses; where much money hangs on it a second, independent operator approves too; audited',
    permission: 'identities.check',
    params: z.strictObject({ checkId }),
    body: z.strictObject({
      /** Null approves. */
      refusal: z.nullable(z.enum(documentRefusals)),
      /** The person the operator saw; null if none was shown. */
      person: z.nullable(
        z.strictObject({ name: z.string().check(z.maxLength(200)), cpf: z.string().check(z.maxLength(20)) }),
      ),
      note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
      /** The document's last valid day; null or absent without one. */
      expiresOn: z.optional(z.nullable(day)),
    }),
    data: z.object({ state: z.enum(['approved', 'refused', 'waits', 'needs_another']) }),
  },
})
