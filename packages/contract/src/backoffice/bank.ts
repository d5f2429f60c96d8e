import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const orderId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const rowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/** What a bank told by itself. Only what it signed is kept: a webhook that is forged or too old is refused and counted. */
const webhook = z.object({
  id: z.int(),
  provider: z.string(),
  receivedAt: instant,
  /** When the bank signed it, by its own clock. */
  sentAt: instant,
  /** How often the same body came. */
  copies: z.int(),
  attempts: z.int(),
  /** How often operators had it handled anew. */
  replays: z.int(),
  /** `parked`: given up after so many tries, and left to operators. */
  state: z.enum(['waits', 'handled', 'parked']),
  /** What came of each thing it told of, in their order: `done`, or `again` where the bank was to be asked once more. */
  outcome: z.string(),
  handledAt: z.nullable(instant),
})

const words = {
  /** Its body as it came; names and tax ids are masked but for operators who may correct them. */
  body: z.string(),
  /** Whether more of it is kept than is told. */
  isCut: z.boolean(),
}

/** What banks said of an order or a withdrawal, and how they are asked once more. */
export const operatorBankCalls = defineOperatorCalls({
  'GET /api/backoffice/bank/orders/:orderId': {
    summary:
      'A top-up or a withdrawal beside every word that its bank said of it: payments, and webhooks as they came, the newest first; audited',
    permission: 'books.read',
    params: z.strictObject({ orderId }),
    data: z.object({
      orderId: z.string(),
      kind: z.enum(['topup', 'withdrawal']),
      playerId: z.int(),
      amountCents: z.int(),
      rail: z.enum(['pix', 'usdt']),
      /** Who carries it; null of a withdrawal that was not sent yet. */
      provider: z.nullable(z.string()),
      /** What it is called there: the txid of a charge, the end-to-end id of a payout. */
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
      /** What the bank said last of a payout, where it did not simply take it. */
      why: z.string(),
      createdAt: instant,
      endedAt: z.nullable(instant),
      /** When the server asks the bank by itself; null where it asks no more. */
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
      /** Whether more webhooks are kept than are told. */
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
       * Of a charge what the bank said: `open`, `paid`, `removed`, `absent` (it does not know it), `silent` (it did not
       * answer). `asked`: a payout is asked about within seconds. `not_asked`: there is nothing to ask a bank about.
       */
      heard: z.enum(['open', 'paid', 'removed', 'absent', 'silent', 'asked', 'not_asked']),
    }),
  },
  'GET /api/backoffice/bank/webhooks/parked': {
    summary: 'Webhooks that could not be handled in so many tries and wait for operators, the newest first',
    permission: 'books.read',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      items: z.array(
        z.extend(webhook, {
          /** What they are about, as the bank calls it. */
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
    summary: 'Has a parked webhook handled anew: the bank is asked about each thing it told of; audited',
    permission: 'bank.ask',
    params: z.strictObject({ webhookId: rowId }),
    body: z.strictObject({ requestId }),
    data: z.object({
      /** `not_parked`: handled, or under way. */
      state: z.enum(['replayed', 'not_parked']),
    }),
  },
})
