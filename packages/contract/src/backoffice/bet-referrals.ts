import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { sport } from '../sportsbook.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const referralStatus = z.enum(['waiting', 'accepted', 'refused', 'failed', 'cancelled', 'over'])

/** Bets above their limits that players asked a trader to accept. */
export const operatorReferralCalls = defineOperatorCalls({
  'GET /api/backoffice/bets/referrals': {
    summary:
      'Bets above their limits that players asked a trader to accept, newest first, with their legs then and now; by state',
    permission: 'bets.review',
    query: z.strictObject({ cursor: idCursor, status: z.optional(referralStatus) }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          playerId: z.int(),
          status: referralStatus,
          stakeCents: z.int(),
          /** At the prices the player saw. */
          potentialReturnCents: z.int(),
          /** What the book accepted by itself. */
          maxStakeCents: z.int(),
          isEachWay: z.boolean(),
          folds: z.array(z.int()),
          askedAt: instant,
          until: instant,
          betId: z.nullable(z.int()),
          /** Why an accepted bet was not placed. */
          refusal: z.nullable(z.string()),
          operatorId: z.nullable(z.int()),
          reason: z.nullable(z.string()),
          decidedAt: z.nullable(instant),
          legs: z.array(
            z.object({
              fixtureId: z.int(),
              sport,
              title: z.string(),
              startsAt: instant,
              type: z.string(),
              period: z.string(),
              lineQuarters: z.nullable(z.int()),
              side: z.nullable(z.enum(['home', 'away'])),
              code: z.string(),
              name: z.nullable(z.string()),
              /** As the player saw it, and now. */
              priceMilli: z.int(),
              nowMilli: z.int(),
            }),
          ),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/bets/referrals/:id/accept': {
    summary: 'Accepts a bet above its limits and places it by the prices, states and limits of now; audited',
    permission: 'bets.review',
    params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({}),
    data: z.object({
      status: z.enum(['accepted', 'failed']),
      betId: z.nullable(z.int()),
      /** Why it was not placed. */
      refusal: z.nullable(z.string()),
    }),
  },
  'POST /api/backoffice/bets/referrals/:id/refuse': {
    summary:
      'Refuses a bet above its limits, with the reason; the player is told that it was not accepted; audited',
    permission: 'bets.review',
    params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({ reason: z.string().check(z.minLength(10), z.maxLength(500)) }),
    data: z.null(),
  },
})
