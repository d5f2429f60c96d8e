import { defineEvent } from '../platform/events.ts'

/** A paid top-up stands in the balance. */
export const topupCredited = defineEvent<{
  playerId: number
  orderId: string
  amountCents: number
  bonusGrantCents: number
  first: boolean
  /** The Pix: an order may be paid by several. */
  providerRef?: string
  /** How it came, where it was not as it was asked for; another amount brings no bonus. */
  how?: 'other_amount' | 'again' | 'late' | 'discount_used'
  askedCents?: number
  /** Whether it was the bonus panel's package, with its gift wanted. */
  isOfPanel?: boolean
}>('topup.credited')

/** The bank took a top-up back, or a part of it; `debtCents` of it were missing. */
export const topupReversed = defineEvent<{
  playerId: number
  orderId: string
  amountCents: number
  debtCents: number
  /** The bank's id of the refund, which tells several of one order apart. */
  refundId?: string
  /** Whether it was given back by our own will. */
  isOurs?: boolean
}>('topup.reversed')

/** Money of a top-up is on its way back to whoever paid, as an operator said; or it could not be given back. */
export const topupRefund = defineEvent<{
  playerId: number
  orderId: string
  refundId: string
  amountCents: number
  step: 'asked' | 'failed'
}>('topup.refund')

/** A player need not pay all of a price until a time. */
export const discountGranted = defineEvent<{
  playerId: number
  /** The fraction of the price. */
  discount: number
  /** Epoch milliseconds. */
  expiredTime: number
}>('discount.granted')

/** A withdrawal was asked for, or ended; `status` is a code of the specification. */
export const withdrawalChanged = defineEvent<{
  playerId: number
  orderId: string
  amountCents: number
  status: string
}>('withdrawal.changed')

/** Money for a player's order that somebody else paid goes back to whoever did. */
export const topupReturning = defineEvent<{
  playerId: number
  orderId: string
  providerRef: string
  amountCents: number
}>('topup.returning')

/** A player got money of another one. */
export const transferReceived = defineEvent<{ playerId: number; transferId: string; amountCents: number }>(
  'transfer.received',
)
