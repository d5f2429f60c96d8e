import { type TimeMode, type WeekDay, weekDays } from './use-place.ts'

/** The house's days: Brasília, three hours behind UTC all year, wherever the player is. */
export const houseZone = 'America/Sao_Paulo'
const offsetMs = 3 * 3_600_000
const dayMs = 24 * 3_600_000

const houseDay = (at: number): number => Math.floor((at - offsetMs) / dayMs)

/** A match's weekday counted from today; undefined for today, tomorrow, or later than a week. */
export const weekDayOf = (startsAt: string, now: number): WeekDay | undefined => {
  const day = String(houseDay(new Date(startsAt).getTime()) - houseDay(now))
  return weekDays.find((each) => each === day)
}

/** The first time with a match still to start: today, tomorrow, or the week. */
export const timeOf = (startsAt: string, now: number): TimeMode =>
  (['today', 'tomorrow'] as const)[houseDay(new Date(startsAt).getTime()) - houseDay(now)] ?? 'week'

/** Noon of a weekday: an instant that belongs to that day everywhere. */
export const noonOf = (day: WeekDay, now: number): number =>
  (houseDay(now) + Number(day)) * dayMs + offsetMs + dayMs / 2
