import { type TimeMode, type WeekDay, weekDays } from './use-place.ts'

/** The house's days: those of Brasília, three hours behind UTC all year, wherever the player is. */
export const houseZone = 'America/Sao_Paulo'
const offsetMs = 3 * 3_600_000
const dayMs = 24 * 3_600_000

const houseDay = (at: number): number => Math.floor((at - offsetMs) / dayMs)

/** Which day of the week a match is on, counted from today; nothing for one of today, of tomorrow, or after it. */
export const weekDayOf = (startsAt: string, now: number): WeekDay | undefined => {
  const day = String(houseDay(new Date(startsAt).getTime()) - houseDay(now))
  return weekDays.find((each) => each === day)
}

/** The time of a list that has a match still to start: today, tomorrow, or the week after it. */
export const timeOf = (startsAt: string, now: number): TimeMode =>
  (['today', 'tomorrow'] as const)[houseDay(new Date(startsAt).getTime()) - houseDay(now)] ?? 'week'

/** Noon of a day of the week: an instant that is of that day alone. */
export const noonOf = (day: WeekDay, now: number): number =>
  (houseDay(now) + Number(day)) * dayMs + offsetMs + dayMs / 2
