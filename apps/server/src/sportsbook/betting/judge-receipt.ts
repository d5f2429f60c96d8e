import { boostedPrice, priceMilli } from '@palpite/odds'
import { minPriceTaken } from './quote-rules.ts'
import type { Receipt, ReceiptLeg } from './receipt.ts'
import { ticketOf } from './ticket-rules.ts'

/** One point of a dispute, and whether the receipt bears it out. */
export type Point = { what: string; holds: boolean }

/**
 * Decides a dispute about how a bet was accepted: each rule it was accepted by, held against the receipt. A point that
 * does not hold is the house's mistake, or somebody's who changed the rows.
 */
export function judgeReceipt(receipt: Receipt, isSigned: boolean): Point[] {
  const ticket = ticketOf(
    receipt,
    receipt.legs.map(({ priceMilli }) => priceMilli),
    receipt.boost,
  )
  return [
    { what: 'the rows are those that were signed when the bet was accepted', holds: isSigned },
    ...receipt.legs.map((leg, place) => ({
      what: `leg ${place + 1}: ${leg.priceMilli} is a price its player took (${leg.requestedPriceMilli} shown, rule ${receipt.accept})`,
      holds: isTaken(leg, receipt),
    })),
    { what: 'the stake is that of all combinations', holds: ticket.stakeCents === receipt.stakeCents },
    { what: 'the stake is within the limit of then', holds: receipt.stakeCents <= receipt.maxStakeCents },
    {
      what: 'the potential return is that of its prices',
      holds:
        ticket.potentialReturnCents - (receipt.freeBetId === null ? 0 : receipt.stakeCents) ===
        receipt.potentialReturnCents,
    },
    ...boostedPoint(receipt),
    {
      what: 'a bet in play had waited out the delay of then',
      holds: receipt.delayMs >= receipt.requiredDelayMs,
    },
  ]
}

/** A price that was boosted is that of then, raised by what was promised. */
function boostedPoint({ boost, legs: [leg] }: Receipt): Point[] {
  if (boost?.kind !== 'price') return []
  const boostedMilli = boostedPrice(priceMilli(boost.priceMilli), boost.bps)
  return [{ what: 'the boosted price is that of its price then', holds: leg?.priceMilli === boostedMilli }]
}

function isTaken(leg: ReceiptLeg, receipt: Receipt): boolean {
  if (leg.priceMilli < (leg.minPriceMilli ?? 0)) return false
  if (receipt.accept === 'exact') return leg.priceMilli === leg.requestedPriceMilli
  const rule = { accept: receipt.accept, withinBps: receipt.withinBps ?? undefined }
  return leg.priceMilli >= minPriceTaken(rule, leg.requestedPriceMilli)
}
