import type { Sport } from '@palpite/odds'
import {
  type FixtureMessage,
  offeredSports,
  applyFeedMessages,
  type Depth,
  mainMarketsOfAll,
  selectClock,
  simulated,
  sportOf,
  type SportsbookSettings,
  sportsbookSettings,
  withOdds,
} from '../../sportsbook/index.ts'
import { drawDisruption } from './disruptions.ts'
import type { Competition } from './leagues/competition.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectCalendarSeed, setCalendarSeed } from '../queries.ts'
import { footballLeagues } from './leagues/football.ts'
import { playerLeagues } from './leagues/players.ts'
import { raceMeetings } from './leagues/racing.ts'
import { teamLeagues } from './leagues/team-sports.ts'

/** Every competition of the simulator's calendar. */
export const competitions: readonly Competition[] = [
  ...footballLeagues,
  ...teamLeagues,
  ...playerLeagues,
  ...raceMeetings,
]

/** Where these two meet: a match is scheduled between two of one competition, and of no other. */
export const competitionOf = (home: string, away: string): Competition | undefined =>
  competitions.find(({ entrants }) => entrants.includes(home) && entrants.includes(away))

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
function* fixturesFrom(earliest: Date, lastDay: number, calendarSeed: string): Generator<FixtureMessage[]> {
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

/** Matches that began this long ago may still be under way at their own speed; those that are not have a result to show. */
const UNDER_WAY_MS = 200 * 60_000
/** Further ahead only the main markets are priced: nearly nobody looks at the others, and they are most of the work. */
const DEEP_MS = 8 * 60 * 60_000
const ANNOUNCED_MS = 36 * 60 * 60_000
const EARLY_SLOTS = [0, 1]

/**
 * Opens the simulator's calendar on a server that has none, and fills it; in production only where the simulator was
 * switched on. Done again it changes nothing. Results follow from the calendar's seed: it is the same everywhere, so
 * that the world is the same every time, except in production, where nobody may know it.
 */
export async function seedWorld(
  deps: Deps,
  settings: SportsbookSettings = sportsbookSettings,
): Promise<void> {
  const isProduction = deps.config.NODE_ENV === 'production'
  if (isProduction && deps.config.SIMULATOR_SPEED === 0) return
  const seed = isProduction ? deps.random.hex(32) : 'palpite'
  await setCalendarSeed(deps.db, seed)
  await fillCalendar(deps, settings)
}

/** Adds the fixtures that the calendar lacks, from those under way to its last day, and all markets to those that have come near. */
export async function fillCalendar(deps: Deps, settings: SportsbookSettings): Promise<void> {
  const seed = await selectCalendarSeed(deps.db)
  if (seed === undefined) return
  const clock = await selectClock(deps.db)
  const earliest = new Date(clock.getTime() - UNDER_WAY_MS)
  const lastDay = houseDay(clock) + settings.calendarDays
  for (const fixtures of fixturesFrom(earliest, lastDay, seed)) {
    const announced = fixtures.filter((fixture) => isAnnounced(fixture, clock))
    await addFixtures(deps, { settings, clock }, announced)
  }
}

/** So many days of results before the world began: the last five of every side, and a table to stand in. */
const HISTORY_DAYS = 7
/** By then every match is over, however long its innings or sets: one without markets is never seen in play. */
const LONGEST_MS = 8 * 3_600_000

/**
 * Adds one day of matches that were over before this world began, the latest that is lacking; the simulator then plays
 * them at once, like any match whose time has come. Nobody could bet on them, so they have no markets. Answers how many
 * there were.
 */
export async function fillHistory(deps: Deps): Promise<number> {
  const seed = await selectCalendarSeed(deps.db)
  if (seed === undefined) return 0
  const clock = await selectClock(deps.db)
  const over = new Date(clock.getTime() - LONGEST_MS)
  for (let day = houseDay(over); day > houseDay(over) - HISTORY_DAYS; day -= 1) {
    const past = fixturesOfDay(day, seed).filter(({ startsAt }) => startsAt < over)
    const known = await simulated.selectKnownKeys(
      deps.db,
      past.map(({ key }) => key),
      MAIN_TYPES,
    )
    const keys = new Set(known.map(({ key }) => key))
    const lacking = past.filter(({ key, play }) => !keys.has(key) && play?.fault === null)
    for (let from = 0; from < lacking.length; from += SLICE)
      await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', lacking.slice(from, from + SLICE)))
    if (lacking.length > 0) return lacking.length
  }
  return 0
}

/** All of football is known for the whole week; of other sports the first fixtures of a day, and the others when it is near. */
function isAnnounced({ sport, key, startsAt }: FixtureMessage, clock: Date): boolean {
  if (sport === 'football' || startsAt.getTime() < clock.getTime() + ANNOUNCED_MS) return true
  return EARLY_SLOTS.some((slot) => key.endsWith(`:${slot}`))
}

const MAIN_TYPES = [...new Set(mainMarketsOfAll.map(({ type }) => type))]

type Filling = { readonly settings: SportsbookSettings; readonly clock: Date }

/**
 * A slice is a transaction, and some fifty milliseconds of pricing: a server that fills a week of it answers its players
 * in between.
 */
const SLICE = 10

/** Adds those that are lacking, and all markets to those that are near by this clock. Answers the ids of those it added. */
export async function addFixtures(
  deps: Deps,
  filling: Filling,
  fixtures: readonly FixtureMessage[],
): Promise<Map<string, number>> {
  const keys = fixtures.map(({ key }) => key)
  const known = new Map(
    (await simulated.selectKnownKeys(deps.db, keys, MAIN_TYPES)).map(({ key, isDeep }) => [key, isDeep]),
  )
  const lacking = fixtures.flatMap((fixture) => {
    const isNear = fixture.startsAt.getTime() < filling.clock.getTime() + DEEP_MS
    const depth: Depth = isNear ? 'all' : 'main'
    const isDeep = known.get(fixture.key)
    if (isDeep === undefined) return [{ fixture, depth, isNew: true }]
    const isDue = isNear && !isDeep && sportOf(fixture.sport).hasMore && fixture.startsAt > filling.clock
    return isDue ? [{ fixture, depth, isNew: false }] : []
  })
  const ids = new Map<string, number>()
  for (let from = 0; from < lacking.length; from += SLICE) {
    const messages = lacking
      .slice(from, from + SLICE)
      .flatMap(({ fixture, depth, isNew }) =>
        withOdds(fixture, filling.settings, depth).filter(({ kind }) => isNew || kind === 'odds'),
      )
    const added = await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', messages))
    for (const [key, id] of added) ids.set(key, id)
  }
  return ids
}
