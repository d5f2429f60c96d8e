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

/** The competition in which these two meet: a match is scheduled between two entrants of one competition. */
export const competitionOf = (home: string, away: string): Competition | undefined =>
  competitions.find(({ entrants }) => entrants.includes(home) && entrants.includes(away))

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** America/Sao_Paulo has had this UTC offset all year since 2019. */
const HOUSE_OFFSET_MS = 3 * 60 * MINUTE_MS

/** The day number in São Paulo, counted from 1 January 1970. */
export const houseDay = (at: Date): number => Math.floor((at.getTime() - HOUSE_OFFSET_MS) / DAY_MS)

/** The midnight that starts a day in São Paulo. */
export const startOfDay = (day: number): Date => new Date(day * DAY_MS + HOUSE_OFFSET_MS)

/** A season of a league: one month of days. */
export type Season = { readonly name: string; readonly firstDay: number; readonly lastDay: number }

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
 * All fixtures of one day. They depend on the day alone, so the calendar is endless and the same everywhere: each
 * competition plays one round a day, and together they leave no hour without a match.
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
 * The fixtures from this moment to the end of a day, day by day. A round that starts in the evening ends after
 * midnight, so matches in play in the small hours belong to the previous day.
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

/** A match that started this long ago may still be in play at its own speed; an older one has a result. */
const UNDER_WAY_MS = 200 * 60_000
/** Further ahead only the main markets are priced: few look at the others, and they are most of the work. */
const DEEP_MS = 8 * 60 * 60_000
const ANNOUNCED_MS = 36 * 60 * 60_000
const EARLY_SLOTS = [0, 1]

/**
 * Creates and fills the simulator's calendar on a server without one; in production only if the simulator is switched
 * on. Running it again changes nothing. Results follow from the calendar's seed: fixed, so that every test world is
 * the same, except in production, where it must be secret.
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

/** Adds the missing fixtures, from those in play to the calendar's last day, and all markets to those now near. */
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

/** Days of results before the world started: enough for each side's last five and a league table. */
const HISTORY_DAYS = 7
/** By then every match is over, however long its innings or sets: one without markets is never shown in play. */
const LONGEST_MS = 8 * 3_600_000

/**
 * Adds the latest missing day of matches that ended before this world started; the simulator then plays them at once,
 * like any due match. They have no markets, since nobody could bet on them. Returns how many there were.
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

/** Football is announced for the whole week; other sports only by the first fixtures of a day, the rest when near. */
function isAnnounced({ sport, key, startsAt }: FixtureMessage, clock: Date): boolean {
  if (sport === 'football' || startsAt.getTime() < clock.getTime() + ANNOUNCED_MS) return true
  return EARLY_SLOTS.some((slot) => key.endsWith(`:${slot}`))
}

const MAIN_TYPES = [...new Set(mainMarketsOfAll.map(({ type }) => type))]

type Filling = { readonly settings: SportsbookSettings; readonly clock: Date }

/**
 * A slice is one transaction and about fifty milliseconds of pricing: a server that fills a week still answers
 * players in between.
 */
const SLICE = 10

/** Adds missing fixtures, and all markets to those near by this clock. Returns the ids added. */
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
