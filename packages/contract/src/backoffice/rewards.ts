import * as z from 'zod/mini'
import { nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const playerId = z.int().check(z.minimum(1))

/** Commission held because two accounts look related, and its decision. */
export const operatorRewardsCalls = defineOperatorCalls({
  'GET /api/backoffice/commission/held': {
    summary: 'Held commission by earner and player it came from, with what made them look related',
    permission: 'rewards.decide',
    query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/))) }),
    data: z.object({
      items: z.array(
        z.object({
          earnerId: z.int(),
          playerId: z.int(),
          level: z.int(),
          /** In hundredths of a cent. */
          amountE2: z.int(),
          reasons: z.array(z.string()),
          /** The first day with held commission. */
          since: z.string(),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/commission/decide': {
    summary: 'Releases what is held of a pair, which is paid at once, or refuses it with a reason; audited',
    permission: 'rewards.decide',
    body: z.strictObject({
      requestId,
      earnerId: playerId,
      playerId,
      outcome: z.enum(['release', 'refuse']),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.object({ amountE2: z.int(), paidCents: z.int() }),
  },
})
