import type { WageringRequirement } from './queries.ts'

type Span = Pick<WageringRequirement, 'fromSettledCents' | 'untilSettledCents' | 'mainCents'>

/**
 * Where a new requirement's span of settled stakes begins: now, or where the player's last open one ends. So
 * a settled stake counts for the oldest requirement that is not met, and for one only.
 */
export const spanStart = (open: readonly Span[], settledCents: number): number =>
  Math.max(settledCents, ...open.map(({ untilSettledCents }) => untilSettledCents))

/**
 * The open requirements, oldest first, that begin earlier once others before them are gone, with where they begin:
 * now, or where the one before ends. One that has begun keeps its place, and with it what was wagered of it.
 */
export function movedSpans<T extends Span>(open: readonly T[], settledCents: number): T[] {
  let endCents = settledCents
  return open.flatMap((one) => {
    const hasBegun = one.fromSettledCents <= settledCents
    const fromSettledCents = hasBegun ? one.fromSettledCents : endCents
    const byCents = one.fromSettledCents - fromSettledCents
    endCents = Math.max(endCents, one.untilSettledCents - byCents)
    return byCents === 0
      ? []
      : [{ ...one, fromSettledCents, untilSettledCents: one.untilSettledCents - byCents }]
  })
}

/**
 * What is open where the player's own money need not be wagered: that part counts as met, and the bonus's part is
 * wagered from where the whole began, as if opened so. Later ones begin where they began: a bonus is not freed by
 * stakes that were settled before it was granted.
 */
export const withoutMain = <T extends Span>(open: readonly T[]): T[] =>
  open.map((one) => ({
    ...one,
    mainCents: 0,
    untilSettledCents: one.untilSettledCents - one.mainCents,
  }))

/** Whether so much was settled that nothing of this requirement is left. */
export const isMet = ({ untilSettledCents }: Span, settledCents: number): boolean =>
  settledCents >= untilSettledCents

/** What is still to be wagered of the main parts: of each requirement the main part counts first. */
export const mainLeft = (open: readonly Span[], settledCents: number): number =>
  open.reduce((sum, { fromSettledCents, mainCents }) => {
    const done = Math.max(0, settledCents - fromSettledCents)
    return sum + Math.max(0, mainCents - done)
  }, 0)

/** What may be withdrawn: cash less what is still to be wagered of the main parts, never below zero. */
export const withdrawable = (cashCents: number, open: readonly Span[], settledCents: number): number =>
  Math.max(0, cashCents - mainLeft(open, settledCents))

/**
 * Whether bonus becomes cash: something was met, or nothing is left to be wagered. The latter releases also what
 * a bet brought back to the bonus after its requirement had been met.
 */
export const isReleasing = (all: readonly unknown[], stillOpen: readonly unknown[]): boolean =>
  stillOpen.length === 0 || stillOpen.length < all.length

/**
 * How much bonus becomes cash when requirements are met: all that the bonus grants of those still open do not claim.
 * With the last requirement goes the whole bonus, what it won included.
 */
export const releasedBonus = (
  bonusCents: number,
  stillOpen: readonly { bonusGrantCents: number }[],
): number =>
  Math.max(0, bonusCents - stillOpen.reduce((sum, { bonusGrantCents }) => sum + bonusGrantCents, 0))
