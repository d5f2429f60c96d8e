import type { PayoutAnswer, ReceivedPix } from '../gateway/index.ts'
import type { BookedPix, EndedPayout } from './report-queries.ts'

/** One thing in which the bank and our accounts differ, with the id to find it. */
export type Difference = { id: string; what: string }

/** Where the bank's list of received Pix and our accounts differ. The order of either does not matter. */
export function pixDifferences(atBank: readonly ReceivedPix[], booked: readonly BookedPix[]): Difference[] {
  const ours = new Map(booked.map((one) => [one.e2eid, one]))
  const theirs = new Set(atBank.map(({ e2eid }) => e2eid))
  return [
    ...atBank.flatMap((pix) => pixDifference(pix, ours.get(pix.e2eid))),
    ...booked
      .filter(({ e2eid }) => !theirs.has(e2eid))
      .map(({ e2eid }) => ({ id: e2eid, what: 'booked, but not at the bank' })),
  ]
}

function pixDifference(
  { e2eid, amountCents, refunds }: ReceivedPix,
  own: BookedPix | undefined,
): Difference[] {
  if (!own) return [{ id: e2eid, what: `${amountCents} cents at the bank are not booked` }]
  if (own.amountCents !== amountCents) {
    return [{ id: e2eid, what: `${amountCents} cents at the bank, ${own.amountCents} booked` }]
  }
  const returned = refunds.filter(({ state }) => state === 'returned')
  const backCents = returned.reduce((sum, refund) => sum + refund.amountCents, 0)
  // What was never credited goes back without a booking.
  return own.isCredited && backCents !== own.reversedCents
    ? [{ id: e2eid, what: `${backCents} cents went back at the bank, ${own.reversedCents} booked` }]
    : []
}

/** Where the bank's word about an ended payout and our accounts differ. */
export function payoutDifference({ id, netCents, isPaid }: EndedPayout, answer: PayoutAnswer): Difference[] {
  const state = answer.kind === 'known' ? answer.payout.state : answer.kind
  const isRight = isPaid ? state === 'paid' : state === 'failed' || state === 'absent'
  if (!isRight) return [{ id, what: `booked as ${isPaid ? 'paid' : 'failed'}, the bank says ${state}` }]
  const said = answer.kind === 'known' ? answer.payout.amountCents : undefined
  return isPaid && said !== undefined && said !== netCents
    ? [{ id, what: `${netCents} cents booked, ${said} at the bank` }]
    : []
}
