import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

/** The audit chain of operators' and the system's acts. */
export const auditCalls = defineOperatorCalls({
  'GET /api/backoffice/audit': {
    summary: 'The audit chain page by page, the newest first; of one subject, operator or action alone',
    permission: 'audit.read',
    query: z.strictObject({
      cursor: idCursor,
      /** As in the rows: `player:7`. */
      subject: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}(:[A-Za-z0-9_.:-]{1,150})?$/))),
      operatorId: idCursor,
      action: z.optional(z.string().check(z.maxLength(80), z.regex(/^[a-z_]+(\.[a-z_]+)+$/))),
    }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          at: instant,
          actorKind: z.enum(['operator', 'player', 'service', 'system']),
          actorId: z.nullable(z.int()),
          action: z.string(),
          subject: z.string(),
          details: z.record(z.string(), z.unknown()),
          previousHash: z.string(),
          hash: z.string(),
        }),
      ),
      nextCursor,
    }),
  },
})
