import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const orderId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const rowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/** A bank's webhook. Only signed ones are stored: forged or old ones are refused and counted. */
const webhook = z.object({
  id: z.int(),
  provider: z.string(),
  receivedAt: instant,
  /** When the bank signed it, by the bank's clock. */
  sentAt: instant,
  /** How often the same body arrived. */
  copies: z.int(),
  attempts: z.int(),
  /** How often operators had it retried. */
  replays: z.int(),
  /** `parked`: given up after many tries, left to operators. */
  state: z.enum(['waits', 'handled', 'parked']),
  /** The outcome of each item, in order: `done`, or `again` if the bank must be queried again. */
  outcome: z.string(),
  handledAt: z.nullable(instant),
})

const words = {
  /** The body as received; names and tax ids are masked unless the operator may correct them. */
  body: z.string(),
  /** Whether more is stored than returned. */
  isCut: z.boolean(),
}

/** A bank's messages about an order or withdrawal, and how to query it again. */
export const operatorBankCalls = defineOperatorCalls({
  'GET /api/backoffice/bank/orders/:orderId': {
    summary:
      'A top-up or withdrawal with everything its bank reported about it: payments, and webhooks as received, newest first; audited',
    permission: 'books.read',
    params: z.strictObject({ orderId }),
    data: z.object({
      orderId: z.string(),
      kind: z.enum(['topup', 'withdrawal']),
      playerId: z.int(),
      amountCents: z.int(),
      rail: z.enum(['pix', 'usdt']),
      /** The provider; null for a withdrawal not sent yet. */
      provider: z.nullable(z.string()),
      /** The provider's id: a charge's txid, a payout's end-to-end id. */
      providerRef: z.nullable(z.string()),
      state: z.enum([
        'created',
        'open',
        'credited',
        'expired',
        'cancelled',
        'failed',
        'rejected',
        'partly_reversed',
        'reversed',
        'review',
        'requested',
        'sending',
        'sent',
        'unknown',
        'paid',
      ]),
      /** The bank's last answer about a payout, if it was not simply accepted. */
      why: z.string(),
      createdAt: instant,
      endedAt: z.nullable(instant),
      /** When the server queries the bank next; null if never. */
      asksAt: z.nullable(instant),
      payments: z.array(
        z.object({
          providerRef: z.string(),
          state: z.enum(['credited', 'to_return', 'returned']),
          amountCents: z.int(),
          reversedCents: z.int(),
          bonusCents: z.int(),
          paidAt: instant,
        }),
      ),
      webhooks: z.array(z.extend(webhook, words)),
      /** Whether more webhooks are stored than returned. */
      isMore: z.boolean(),
    }),
  },
  'POST /api/backoffice/bank/orders/:orderId/ask': {
    summary:
      'Asks the bank once more of a top-up or a payout, as the server does by itself, and books what it says; audited',
    permission: 'bank.ask',
    params: z.strictObject({ orderId }),
    body: z.strictObject({ requestId }),
    data: z.object({
      /**
       * For a charge the bank's answer: `open`, `paid`, `removed`, `absent` (unknown), `silent` (no answer). `asked`:
       * a payout will be queried within seconds. `not_asked`: there is nothing to query.
       */
      heard: z.enum(['open', 'paid', 'removed', 'absent', 'silent', 'asked', 'not_asked']),
    }),
  },
  'GET /api/backoffice/bank/webhooks/parked': {
    summary: 'Webhooks whose attempts are used up and that wait for operators, newest first',
    permission: 'books.read',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      items: z.array(
        z.extend(webhook, {
          /** The subject, by the bank's id. */
          about: z.array(z.string()),
          /** Why it was parked. */
          why: z.string(),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/bank/webhooks/:webhookId': {
    summary: 'One webhook, its body as it came; audited',
    permission: 'books.read',
    params: z.strictObject({ webhookId: rowId }),
    data: z.extend(webhook, words),
  },
  'POST /api/backoffice/bank/webhooks/:webhookId/replay': {
    summary: 'Processes a parked webhook again: queries the bank about everything it names; audited',
    permission: 'bank.ask',
    params: z.strictObject({ webhookId: rowId }),
    body: z.strictObject({ requestId }),
    data: z.object({
      /** `not_parked`: handled, or in progress. */
      state: z.enum(['replayed', 'not_parked']),
    }),
  },
})
