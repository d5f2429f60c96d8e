/** A whole bet, in percent. */
export const ALL_PERCENT = 100
/** The step of partial sales. */
export const STEP_PERCENT = 5

/** The offer for a bet, and the minimum for a part, in cents. */
type Offer = { offerCents: number; minPartCents: number }

/** A percentage of a unit stake in cents; at least one. */
export const partOfUnit = (unitCents: number, percent: number): number =>
  Math.max(1, Math.round((unitCents * percent) / ALL_PERCENT))

/** A part's percentage of the unit stake; recomputed, because a small stake has few whole cents. */
export const shownPercent = (unitCents: number, partCents: number): number =>
  Math.round((partCents * ALL_PERCENT) / unitCents)

/** The payout for this part of the unit stake, in cents; the full offer for all of it. */
export const paidFor = (offerCents: number, partCents: number, unitCents: number): number =>
  Math.floor((offerCents * partCents) / unitCents)

/** The smallest part that is bought, in percent; the whole bet if none is. */
export function leastPercent({ offerCents, minPartCents }: Offer, unitCents: number): number {
  for (let percent = STEP_PERCENT; percent < ALL_PERCENT; percent += STEP_PERCENT) {
    const part = partOfUnit(unitCents, percent)
    if (part < unitCents && paidFor(offerCents, part, unitCents) >= minPartCents) return percent
  }
  return ALL_PERCENT
}
