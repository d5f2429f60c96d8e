import { defineEvent } from '../platform/events.ts'

/** A paid top-up was credited. */
export const topupCredited = defineEvent<{
  playerId: number
  orderId: string
  amountCents: number
  bonusGrantCents: number
  first: boolean
  /**
   * The payment: an order may be paid several times. The end-to-end id of a Pix, or the name of a USDT
   * transfer.
   */
  providerRef?: string
  /** How the payment deviated from its order; one of another amount brings no bonus. */
  how?: 'other_amount' | 'again' | 'late' | 'discount_used'
  askedCents?: number
  /** The part of it that paid a debt of the player; absent if none did. */
  repaidCents?: number
  /** Whether it paid exactly for a package of the bonus panel (EXPPAY) whose gift the player wanted. */
  isOfPanel?: boolean
}>('topup.credited')

/** The bank took back all or part of a top-up; `debtCents` of it were missing in the balance. */
export const topupReversed = defineEvent<{
  playerId: number
  orderId: string
  amountCents: number
  debtCents: number
  /** The bank's id of the refund: one order may have several. */
  refundId?: string
  /** Whether an operator requested the refund. */
  isOurs?: boolean
}>('topup.reversed')

/** An operator's refund of a top-up is under way to its payer, or has failed. */
export const topupRefund = defineEvent<{
  playerId: number
  orderId: string
  refundId: string
  amountCents: number
  step: 'asked' | 'failed'
  /** The part of the money that came back and paid a debt of the player; absent if none did. */
  repaidCents?: number
}>('topup.refund')

/** A player was granted a discount until a time. */
export const discountGranted = defineEvent<{
  playerId: number
  /** Fraction of the price. */
  discount: number
  /** Epoch milliseconds. */
  expiredTime: number
}>('discount.granted')

/** A withdrawal was requested or has ended; `status` is a code of the specification. */
export const withdrawalChanged = defineEvent<{
  playerId: number
  orderId: string
  amountCents: number
  status: string
  /** The part of the money that came back and paid a debt of the player; absent if none did. */
  repaidCents?: number
}>('withdrawal.changed')

/** A third party's payment for a player's order goes back to its payer. */
export const topupReturning = defineEvent<{
  playerId: number
  orderId: string
  providerRef: string
  amountCents: number
}>('topup.returning')

/** A player received a transfer from another player. */
export const transferReceived = defineEvent<{
  playerId: number
  transferId: string
  amountCents: number
  /** The part of it that paid a debt of the player; absent if none did. */
  repaidCents?: number
}>('transfer.received')
