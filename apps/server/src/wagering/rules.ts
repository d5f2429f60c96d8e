/** A stretch of a count that only grows: what is to be wagered of one part of a requirement. */
export type Span = { from: number; until: number }

/** What of a player's settled stakes has counted, in ten-thousandths of a cent. */
export type Progress = { contributedE4: number }

/**
 * What is to be wagered of one grant, as a span of what counts: first for own money, so many cents, then for the bonus.
 * Each settled stake moves through the spans of its player in turn.
 */
export type Wagered = Span & { mainCents: number }

const E4 = 10_000

/** The span of so many cents, in ten-thousandths. */
export const spanE4 = (mainCents: number, bonusCents: number): number => (mainCents + bonusCents) * E4

/**
 * Where a new span begins: now, or where the player's last open one ends. So a settled stake counts for the oldest
 * requirement that is not met, and for one only.
 */
export const spanStart = (open: readonly Span[], now: number): number =>
  Math.max(now, ...open.map(({ until }) => until))

/**
 * Open spans, oldest first, as they stand once others before them are gone: each begins now, or where the one before
 * ends. One that has begun keeps its place, and with it what was wagered of it.
 */
export function movedSpans(open: readonly Span[], now: number): Span[] {
  let end = now
  return open.map(({ from, until }) => {
    const start = from <= now ? from : end
    const moved = { from: start, until: until - (from - start) }
    end = Math.max(end, moved.until)
    return moved
  })
}

/** What is left of a span. */
const leftOf = ({ from, until }: Span, now: number): number => Math.max(0, until - Math.max(from, now))

/** Whether nothing is left of a requirement. */
export const isMet = (one: Wagered, { contributedE4 }: Progress): boolean => leftOf(one, contributedE4) === 0

/** What is open where the player's own money need not be wagered: the part of the bonus alone, from where the span begins. */
export const withoutMain = <T extends Wagered>(open: readonly T[]): T[] =>
  open.map((one) => ({ ...one, mainCents: 0, until: one.until - one.mainCents * E4 }))

const mainOf = ({ from, mainCents }: Wagered): Span => ({ from, until: from + mainCents * E4 })

/** What is still to be wagered of the main parts, in cents; what is begun counts as a whole cent. */
export const mainLeft = (open: readonly Wagered[], { contributedE4 }: Progress): number =>
  Math.ceil(open.reduce((sum, one) => sum + leftOf(mainOf(one), contributedE4), 0) / E4)

/** What is still to be wagered of the bonus of a requirement, likewise. */
export const bonusLeft = (one: Wagered, { contributedE4 }: Progress): number =>
  Math.ceil(leftOf({ from: mainOf(one).until, until: one.until }, contributedE4) / E4)

/** What is to be staked, in cents as stakes count, until all own money is free and until the last bonus is cash. */
export type WayLeft = {
  ownLeftCents: number
  ownTotalCents: number
  /** After own money where `isBonusAfter`, else from now. */
  bonusLeftCents: number
  bonusTotalCents: number
  isBonusAfter: boolean
}

/**
 * The way that is left through the open spans of a player, oldest first. Stakes move through them in turn: the bonus of one
 * is on the way to the own money of the next, so sums of the parts would promise less than it takes.
 */
export function wayLeft(open: readonly Wagered[], progress: Progress): WayLeft {
  const { contributedE4: now } = progress
  const centsOf = (from: number, until: number) => Math.ceil(Math.max(0, until - from) / E4)
  const mains = open.map(mainOf).filter((main) => leftOf(main, now) > 0)
  const withBonus = open.filter((one) => bonusLeft(one, progress) > 0)
  const begun = Math.min(now, ...open.map(({ from }) => from))
  const ownEnd = Math.max(now, ...mains.map(({ until }) => until))
  const bonusEnd = Math.max(now, ...withBonus.map(({ until }) => until))
  const isBonusAfter = mains.length > 0 && bonusEnd > ownEnd
  const bonusBegun = mains.length > 0 ? begun : Math.min(now, ...withBonus.map((one) => mainOf(one).until))
  return {
    ownLeftCents: centsOf(now, ownEnd),
    ownTotalCents: mains.length > 0 ? centsOf(begun, ownEnd) : 0,
    bonusLeftCents: centsOf(isBonusAfter ? ownEnd : now, bonusEnd),
    bonusTotalCents: withBonus.length > 0 ? centsOf(isBonusAfter ? ownEnd : bonusBegun, bonusEnd) : 0,
    isBonusAfter,
  }
}

/** What may be withdrawn: cash less what is still to be wagered of the main parts, never below zero. */
export const withdrawable = (cashCents: number, open: readonly Wagered[], progress: Progress): number =>
  Math.max(0, cashCents - mainLeft(open, progress))

type Grant = { bonusGrantCents: number; releasedCents: number }

/** What of met requirements' bonuses has not become cash: of each at most what was granted. */
const claimedCents = (met: readonly Grant[]): number =>
  met.reduce((sum, { bonusGrantCents, releasedCents }) => sum + bonusGrantCents - releasedCents, 0)

/**
 * How much bonus becomes cash: what those that were met still have to come, of what the bonus grants of those still
 * open do not claim. What a bonus has won beyond its grant stays bonus.
 */
export const releasedBonus = (
  bonusCents: number,
  { met, open }: { met: readonly Grant[]; open: readonly Pick<Grant, 'bonusGrantCents'>[] },
): number => {
  const unclaimedCents = bonusCents - open.reduce((sum, { bonusGrantCents }) => sum + bonusGrantCents, 0)
  return Math.max(0, Math.min(claimedCents(met), unclaimedCents))
}
