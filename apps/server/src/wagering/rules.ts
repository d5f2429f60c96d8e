/** A stretch of a count that only grows: what is to be wagered of one part of a requirement. */
export type Span = { from: number; until: number }

/** What of a player's settled stakes counts: for own money in cents, for bonuses in ten-thousandths of a cent. */
export type Progress = { wageredCents: number; contributedE4: number }

/** Both parts of a requirement: of own money over `wageredCents`, of the bonus over `contributedE4`. */
export type Parts = { main: Span; bonus: Span }

/** Contributions are set for a bonus that is wagered so often. */
const WHOLE_TIMES = 2

const E4 = 10_000

/**
 * How much a bonus that is wagered so many times asks for. Wagered less often than twice, stakes count for it with so
 * much less of their contribution: what wagering costs a player follows from the bonus, not from the times.
 * Units: cents in, ten-thousandths of a cent out.
 * Source: docs/maths/bonus.md.
 */
export const bonusSpanE4 = (bonusGrantCents: number, times: number): number =>
  times === 0 ? 0 : bonusGrantCents * Math.max(times, WHOLE_TIMES) * E4

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
export const leftOf = ({ from, until }: Span, now: number): number => Math.max(0, until - Math.max(from, now))

/** Whether nothing is left of a requirement. */
export const isMet = ({ main, bonus }: Parts, { wageredCents, contributedE4 }: Progress): boolean =>
  leftOf(main, wageredCents) === 0 && leftOf(bonus, contributedE4) === 0

/** What is open where the player's own money need not be wagered: that part counts as met. */
export const withoutMain = <T extends Parts>(open: readonly T[]): T[] =>
  open.map((one) => ({ ...one, main: { from: one.main.from, until: one.main.from } }))

/** What is still to be wagered of the main parts. */
export const mainLeft = (open: readonly Parts[], { wageredCents }: Progress): number =>
  open.reduce((sum, { main }) => sum + leftOf(main, wageredCents), 0)

/** What may be withdrawn: cash less what is still to be wagered of the main parts, never below zero. */
export const withdrawable = (cashCents: number, open: readonly Parts[], progress: Progress): number =>
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
