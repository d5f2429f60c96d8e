import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

/** The chain of what operators and the system did. */
export const auditCalls = defineOperatorCalls({
  'GET /api/backoffice/audit': {
    summary: 'The audit chain page by page, the newest first',
    permission: 'audit.read',
    query: z.strictObject({ cursor: idCursor }),
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
