import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const orderId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** The cursor of a list by promised time. */
const promiseCursor = z.optional(z.string().check(z.regex(/^\d{1,13}_[0-9a-f]{32}$/)))
/** As many as fit on one page. */
const MAX_DECIDED = 100

/** Withdrawals for operators' review. */
export const operatorCashierCalls = defineOperatorCalls({
  'GET /api/backoffice/withdrawals/reviews': {
    summary:
      'Withdrawals that wait for operators, those promised first before others, with what speaks for a look',
    permission: 'withdrawals.review',
    query: z.strictObject({ cursor: promiseCursor }),
    data: z.object({
      items: z.array(
        z.object({
          orderId: z.string(),
          playerId: z.int(),
          method: z.string(),
          /** Key and holder, masked. */
          payTo: z.string(),
          holder: z.string(),
          amountCents: z.int(),
          reasons: z.array(z.string()),
          approvalsNeeded: z.int(),
          /** Who approved already. */
          approvedBy: z.array(z.int()),
          requestedAt: instant,
          promisedAt: instant,
          isLate: z.boolean(),
          /** Not sent before this time even if approved: a large amount to a new key. */
          waitsUntil: z.nullable(instant),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/withdrawals/underWay': {
    summary: 'Open withdrawals by promised time, with state, bank and whether they are late',
    permission: 'withdrawals.review',
    query: z.strictObject({ cursor: promiseCursor }),
    data: z.object({
      items: z.array(
        z.object({
          orderId: z.string(),
          playerId: z.int(),
          method: z.string(),
          amountCents: z.int(),
          /** With operators, queued, being sent, at the bank, or unknown. */
          state: z.enum(['review', 'requested', 'sending', 'sent', 'unknown']),
          /** The provider; null before it is sent. */
          provider: z.nullable(z.string()),
          attempts: z.int(),
          why: z.string(),
          requestedAt: instant,
          promisedAt: instant,
          isLate: z.boolean(),
          waitsUntil: z.nullable(instant),
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/withdrawals/decide': {
    summary:
      'Approves or refuses many withdrawals at once, each answered for itself; large ones need a second, independent operator; audited',
    permission: 'withdrawals.review',
    needsTwo: true,
    body: z.strictObject({
      requestId,
      orderIds: z.array(orderId).check(z.minLength(1), z.maxLength(MAX_DECIDED)),
      outcome: z.enum(['approve', 'refuse']),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.object({
      answers: z.array(
        z.object({
          orderId: z.string(),
          /**
           * `not_waiting`: not or no longer; `needs_another`: the second approval must come from someone else;
           * `suspended`: its account is, so it can only be refused.
           */
          state: z.enum(['sent', 'waits', 'refused', 'not_waiting', 'needs_another', 'suspended']),
        }),
      ),
    }),
  },
  'POST /api/backoffice/withdrawals/settle': {
    summary:
      'Ends a payout that no machine can: one nobody knows the fate of as paid or failed, a paid one as returned; a second, independent operator has to say the same; audited',
    permission: 'books.settle',
    needsTwo: true,
    body: z.strictObject({
      requestId,
      orderId,
      outcome: z.enum(['paid', 'failed', 'returned']),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.object({
      /**
       * `waits`: for an independent operator; `needs_another`: already stated; `not_possible`: in the current state.
       */
      state: z.enum(['settled', 'waits', 'needs_another', 'not_possible']),
    }),
  },
  'POST /api/backoffice/addresses/deny': {
    summary: 'Puts a USDT address on the list of those that are paid nothing; audited',
    permission: 'addresses.deny',
    body: z.strictObject({
      address: z.string().check(z.minLength(10), z.maxLength(80)),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.null(),
  },
})

/** A payment's external id: a Pix's end-to-end id. */
const providerRef = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/))
/** The cursor of payments: microseconds, as in the database. */
const paymentCursor = z.optional(z.string().check(z.regex(/^\d{1,16}_[A-Za-z0-9]{1,64}$/)))

/** Incoming payments, and their returns by operators. */
export const operatorTopUpCalls = defineOperatorCalls({
  'GET /api/backoffice/topups/unmatched': {
    summary: 'Payments that match no order, until they are given back, in the order they were seen',
    permission: 'books.read',
    query: z.strictObject({ cursor: paymentCursor }),
    data: z.object({
      items: z.array(
        z.object({
          provider: z.string(),
          providerRef: z.string(),
          chargeRef: z.nullable(z.string()),
          amountCents: z.int(),
          paidAt: instant,
          seenAt: instant,
          ageHours: z.int(),
          /** Whether its return is in progress. */
          isUnderWay: z.boolean(),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/topups/ofOrder/:orderId': {
    summary: "What was paid for a player's order over PIX, and what of it went back; audited",
    permission: 'topups.giveBack',
    params: z.strictObject({ orderId }),
    data: z.object({
      payments: z.array(
        z.object({
          playerId: z.int(),
          provider: z.string(),
          providerRef: z.string(),
          state: z.enum(['credited', 'to_return', 'returned']),
          amountCents: z.int(),
          /** Reversed by the bank, or returned to it. */
          reversedCents: z.int(),
          bonusCents: z.int(),
          paidAt: instant,
          /** Being returned. */
          underWayCents: z.int(),
        }),
      ),
    }),
  },
  'POST /api/backoffice/topups/giveBack': {
    summary:
      "Gives (part of) a payment back to whoever paid: a top-up's from its player's cash, which is held until the bank has said; one that matches no order whole; audited",
    permission: 'topups.giveBack',
    body: z.strictObject({
      requestId,
      providerRef,
      /** Everything left, unless given. */
      amountCents: z.optional(z.int().check(z.minimum(1))),
      reason: z.string().check(z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.object({ refundId: z.string(), amountCents: z.int() }),
  },
})
