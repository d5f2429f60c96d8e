import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A paid top-up stands in the balance. */
export const topupCredited = defineEvent(
  'topup.credited',
  z.object({
    playerId: z.int(),
    orderId: z.string(),
    amountCents: z.int(),
    bonusGrantCents: z.int(),
    first: z.boolean(),
    /** The Pix: an order may be paid by several. */
    providerRef: z.optional(z.string()),
    /** How it came, where it was not as it was asked for; another amount brings no bonus. */
    how: z.optional(z.enum(['other_amount', 'again', 'late', 'discount_used'])),
    askedCents: z.optional(z.int()),
    /** Whether it was the bonus panel's package, with its gift wanted. */
    isOfPanel: z.optional(z.boolean()),
  }),
)

/** The bank took a top-up back, or a part of it; `debtCents` of it were missing. */
export const topupReversed = defineEvent(
  'topup.reversed',
  z.object({
    playerId: z.int(),
    orderId: z.string(),
    amountCents: z.int(),
    debtCents: z.int(),
    /** The bank's id of the refund, which tells several of one order apart. */
    refundId: z.optional(z.string()),
    /** Whether it was given back by our own will. */
    isOurs: z.optional(z.boolean()),
  }),
)

/** Money of a top-up is on its way back to whoever paid, as an operator said; or it could not be given back. */
export const topupRefund = defineEvent(
  'topup.refund',
  z.object({
    playerId: z.int(),
    orderId: z.string(),
    refundId: z.string(),
    amountCents: z.int(),
    step: z.enum(['asked', 'failed']),
  }),
)

/** A player need not pay all of a price until a time. */
export const discountGranted = defineEvent(
  'discount.granted',
  z.object({
    playerId: z.int(),
    /** The fraction of the price. */
    discount: z.number(),
    /** Epoch milliseconds. */
    expiredTime: z.int(),
  }),
)

/** A withdrawal was asked for, or ended; `status` is a code of the specification. */
export const withdrawalChanged = defineEvent(
  'withdrawal.changed',
  z.object({ playerId: z.int(), orderId: z.string(), amountCents: z.int(), status: z.string() }),
)

/** Money for a player's order that somebody else paid goes back to whoever did. */
export const topupReturning = defineEvent(
  'topup.returning',
  z.object({ playerId: z.int(), orderId: z.string(), providerRef: z.string(), amountCents: z.int() }),
)

/** A player got money of another one. */
export const transferReceived = defineEvent(
  'transfer.received',
  z.object({ playerId: z.int(), transferId: z.string(), amountCents: z.int() }),
)
