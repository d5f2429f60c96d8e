import type { Sport } from '@palpite/odds'
import { type FixtureMessage, offeredSports } from '../../sportsbook/index.ts'
import { drawDisruption } from './disruptions.ts'
import type { Competition } from './leagues/competition.ts'
import { competitions } from './leagues/table.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** America/Sao_Paulo has kept this distance to UTC all year since 2019. */
const HOUSE_OFFSET_MS = 3 * 60 * MINUTE_MS

/** The day of the house, counted from 1 January 1970. */
export const houseDay = (at: Date): number => Math.floor((at.getTime() - HOUSE_OFFSET_MS) / DAY_MS)

/** The midnight with which a day of the house begins. */
export const startOfDay = (day: number): Date => new Date(day * DAY_MS + HOUSE_OFFSET_MS)

/** A season of a league: a month of the house's days. */
export type Season = { readonly name: string; readonly firstDay: number; readonly lastDay: number }

/** The season that a day is of. */
export function seasonOf(day: number): Season {
  const at = new Date(day * DAY_MS)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return {
    name: `${String(month + 1).padStart(2, '0')}/${year}`,
    firstDay: Date.UTC(year, month, 1) / DAY_MS,
    lastDay: Date.UTC(year, month + 1, 1) / DAY_MS - 1,
  }
}

/**
 * All fixtures of one day. The day alone decides them, so the calendar goes on for ever and is the same
 * wherever it is asked: each competition plays one round a day, and together they leave no hour without a match.
 */
export const fixturesOfDay = (
  day: number,
  calendarSeed: string,
  sports: readonly Sport[] = offeredSports,
): FixtureMessage[] =>
  competitions
    .filter(({ sport }) => sports.includes(sport))
    .flatMap((competition) => fixturesOf(competition, day, calendarSeed))

/**
 * The fixtures from this moment to the end of a day, day by day. A round that begins in the evening ends after midnight,
 * so those under way in the small hours are of the day before.
 */
export function* fixturesFrom(
  earliest: Date,
  lastDay: number,
  calendarSeed: string,
): Generator<FixtureMessage[]> {
  for (let day = houseDay(earliest) - 1; day <= lastDay; day += 1) {
    yield fixturesOfDay(day, calendarSeed).filter(({ startsAt }) => startsAt > earliest)
  }
}

/** The fixtures of one competition on one day. */
export function fixturesOf(competition: Competition, day: number, calendarSeed: string): FixtureMessage[] {
  const midnight = startOfDay(day).getTime()
  return competition.fixturesOfDay(day).map(({ participants, startMinute, title, model }, slot) => {
    const key = `${competition.key}:${day}:${slot}`
    const seed = `${calendarSeed}:${key}`
    return {
      kind: 'fixture',
      key,
      sport: competition.sport,
      competition: competition.name,
      season: seasonOf(day).name,
      title,
      participants: participants.map((name) => ({ name })),
      startsAt: new Date(midnight + startMinute * MINUTE_MS),
      model,
      play: { seed, speed: null, fault: drawDisruption(competition.sport, seed) },
    }
  })
}
