import type { Difference } from '../queries.ts'
import type { IncomingPayment, PayoutAnswer } from '../rails/payment-gateway.ts'
import type { BookedPix, EndedPayout } from './queries.ts'

/** The differences between the bank's list of received Pix and our books. The order of either does not matter. */
export function pixDifferences(
  atBank: readonly IncomingPayment[],
  booked: readonly BookedPix[],
): Difference[] {
  const ours = new Map(booked.map((one) => [one.providerRef, one]))
  const theirs = new Set(atBank.map(({ providerRef }) => providerRef))
  return [
    ...atBank.flatMap((pix) => pixDifference(pix, ours.get(pix.providerRef))),
    ...booked
      .filter(({ providerRef }) => !theirs.has(providerRef))
      .map(({ providerRef }) => ({ id: providerRef, what: 'booked, but not at the bank' })),
  ]
}

function pixDifference(
  { providerRef, amountCents, refunds }: IncomingPayment,
  own: BookedPix | undefined,
): Difference[] {
  if (!own) return [{ id: providerRef, what: `${amountCents} cents at the bank are not booked` }]
  if (own.amountCents !== amountCents) {
    return [{ id: providerRef, what: `${amountCents} cents at the bank, ${own.amountCents} booked` }]
  }
  const returned = refunds.filter(({ state }) => state === 'returned')
  const backCents = returned.reduce((sum, refund) => sum + refund.amountCents, 0)
  // A refund of an uncredited payment has no booking.
  return own.isCredited && backCents !== own.reversedCents
    ? [{ id: providerRef, what: `${backCents} cents went back at the bank, ${own.reversedCents} booked` }]
    : []
}

type Balance = { bankCents: number; booksCents: number; underWayCents: number; ownCents: number }

/**
 * The difference between our balance at a bank and our books, apart from the house's own money. Payouts under way may
 * or may not have left already.
 */
export function balanceDifference({
  bankCents,
  booksCents,
  underWayCents,
  ownCents,
}: Balance): string | undefined {
  const missingCents = booksCents + ownCents - bankCents
  if (missingCents >= 0 && missingCents <= underWayCents) return undefined
  return missingCents > 0
    ? `${missingCents} cents fewer than by the books`
    : `${-missingCents} cents more than by the books`
}

/** The difference between the bank's report of an ended payout and our books. */
export function payoutDifference({ id, netCents, isPaid }: EndedPayout, answer: PayoutAnswer): Difference[] {
  const state = answer.kind === 'known' ? answer.payout.state : answer.kind
  const isRight = isPaid ? state === 'paid' : state === 'failed' || state === 'absent'
  if (!isRight) return [{ id, what: `booked as ${isPaid ? 'paid' : 'failed'}, the bank says ${state}` }]
  const reportedCents = answer.kind === 'known' ? answer.payout.amountCents : undefined
  return isPaid && reportedCents !== undefined && reportedCents !== netCents
    ? [{ id, what: `${netCents} cents booked, ${reportedCents} at the bank` }]
    : []
}
