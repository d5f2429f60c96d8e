/** All of a bet, in percent. */
export const ALL_PERCENT = 100
/** A part is chosen in steps of this. */
export const STEP_PERCENT = 5

/** What is offered for a bet, and the least for a part of it, in cents. */
type Offer = { offerCents: number; minPartCents: number }

/** So much of a unit stake, in cents: one at least. */
export const partOfUnit = (unitCents: number, percent: number): number =>
  Math.max(1, Math.round((unitCents * percent) / ALL_PERCENT))

/** How much of the unit stake a part is, in percent: what is shown, for cents are whole and a small stake has few of them. */
export const shownPercent = (unitCents: number, partCents: number): number =>
  Math.round((partCents * ALL_PERCENT) / unitCents)

/** What is paid for this part of the unit stake, in cents; the offer for all of it. */
export const paidFor = (offerCents: number, partCents: number, unitCents: number): number =>
  Math.floor((offerCents * partCents) / unitCents)

/** The smallest part, in percent, that is bought; all of the bet where no smaller one is. */
export function leastPercent({ offerCents, minPartCents }: Offer, unitCents: number): number {
  for (let percent = STEP_PERCENT; percent < ALL_PERCENT; percent += STEP_PERCENT) {
    const part = partOfUnit(unitCents, percent)
    if (part < unitCents && paidFor(offerCents, part, unitCents) >= minPartCents) return percent
  }
  return ALL_PERCENT
}
