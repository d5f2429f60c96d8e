/** A check-in that was made: its day, and how many in a row it made. */
export type LastCheckIn = { day: string; streak: number }

type Prize = { streakDay: number; amountCents: number }
/** A prize of those that hold from a day on. */
export type DatedPrize = Prize & { startsOn: string }

/** The prizes that hold on a day, one for each day in a row. */
export function prizesOn(dated: readonly DatedPrize[], day: string): Prize[] {
  const since = dated.findLast(({ startsOn }) => startsOn <= day)?.startsOn
  return dated
    .filter(({ startsOn }) => startsOn === since)
    .map(({ streakDay, amountCents }) => ({ streakDay, amountCents }))
}

const HOUSE_ZONE = 'America/Sao_Paulo'
const DAY_MS = 24 * 60 * 60_000

/**
 * The day that it is in a time zone, `2026-11-22`; that of the house where the zone is none. Zones are what clients say:
 * whoever moves from one to another can be a day ahead once, and never gains a second one, because each check-in must be
 * of a later day than the last.
 */
export function dayIn(zone: string, now: Date): string {
  const format = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  try {
    // Zones have names: an offset like +23:59 would lead to a day that is nowhere.
    return format(/^[A-Za-z]/.test(zone) ? zone : HOUSE_ZONE)
  } catch (error) {
    if (error instanceof RangeError) return format(HOUSE_ZONE)
    throw error
  }
}

/** Whether this day can still be checked in. */
export const isDone = (last: LastCheckIn | undefined, today: string): boolean =>
  last !== undefined && last.day >= today

/** How many days in a row a check-in of today makes: one more than yesterday's, or 1. */
export const nextStreak = (last: LastCheckIn | undefined, today: string): number =>
  last !== undefined && last.day === dayBefore(today) ? last.streak + 1 : 1

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** Which of so many prizes a streak has come to: after the last they begin anew. */
export const streakDayOf = (streak: number, prizes: number): number => ((streak - 1) % prizes) + 1
