import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const orderId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** As many as fit on one page. */
const MAX_DECIDED = 100

/** Withdrawals that operators look at before they are sent. */
export const operatorCashierCalls = defineOperatorCalls({
  'GET /api/backoffice/withdrawals/reviews': {
    summary:
      'Withdrawals that wait for operators, those promised first before others, with what speaks for a look',
    permission: 'withdrawals.review',
    query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^\d{1,15}_[0-9a-f]{32}$/))) }),
    data: z.object({
      items: z.array(
        z.object({
          orderId: z.string(),
          playerId: z.int(),
          method: z.string(),
          /** The key and the holder, masked. */
          payTo: z.string(),
          holder: z.string(),
          amountCents: z.int(),
          reasons: z.array(z.string()),
          approvalsNeeded: z.int(),
          /** Who said yes already. */
          approvedBy: z.array(z.int()),
          requestedAt: instant,
          promisedAt: instant,
          isLate: z.boolean(),
          /** Not sent before this moment even when approved: much money to a new key. */
          waitsUntil: z.nullable(instant),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/withdrawals/decide': {
    summary:
      'Approves or refuses withdrawals that wait, all of the list or none; large ones need a second, independent operator; audited',
    permission: 'withdrawals.review',
    body: z.strictObject({
      requestId,
      orderIds: z.array(orderId).check(z.minLength(1), z.maxLength(MAX_DECIDED)),
      outcome: z.enum(['approve', 'refuse']),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.object({
      answers: z.array(z.object({ orderId: z.string(), state: z.enum(['sent', 'waits', 'refused']) })),
    }),
  },
})
