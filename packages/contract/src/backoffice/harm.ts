import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { harmReason, harmSteps } from '../protection.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const params = z.strictObject({ caseId: z.string().check(z.regex(/^[1-9]\d{0,11}$/)) })
const harmCase = z.object({
  id: z.int(),
  playerId: z.int(),
  /** The last step's number, 1 to 5. */
  grade: z.int(),
  reasons: z.array(harmReason),
  openedAt: instant,
  /** The last day with reasons. */
  seenOn: z.string(),
  /** When an operator talked to the player. */
  contactedAt: z.nullable(instant),
  /** Null if it ended by itself after a quiet period. */
  closedAt: z.nullable(instant),
  closedBy: z.nullable(z.int()),
})

/** Cases of signs of harm: findings, steps, and what a person must do. */
export const operatorHarmCalls = defineOperatorCalls({
  'GET /api/backoffice/harm/cases': {
    summary:
      'Cases of signs of harm: those that wait for a person first, then by grade; or those that are closed',
    permission: 'harm.decide',
    query: z.strictObject({ status: z.enum(['open', 'closed']), cursor: idCursor }),
    data: z.object({ items: z.array(harmCase), nextCursor }),
  },
  'GET /api/backoffice/harm/cases/:caseId': {
    summary: 'One case with its steps and notes, oldest first; audited',
    permission: 'harm.decide',
    params,
    data: z.object({
      case: harmCase,
      steps: z.array(z.object({ step: z.enum(harmSteps), reasons: z.array(harmReason), takenAt: instant })),
      notes: z.array(
        z.object({
          kind: z.enum(['note', 'contacted', 'closed']),
          operatorId: z.int(),
          text: z.string(),
          writtenAt: instant,
        }),
      ),
    }),
  },
  'POST /api/backoffice/harm/cases/:caseId/note': {
    summary: 'Notes something, says that the player was talked to, or closes the case with a reason; audited',
    permission: 'harm.decide',
    params,
    body: z.strictObject({
      kind: z.enum(['note', 'contacted', 'closed']),
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    }),
    data: z.null(),
  },
})
