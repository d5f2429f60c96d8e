import type { Deps } from '../../platform/deps.ts'
import {
  applyFeedMessages,
  type Depth,
  type FixtureMessage,
  mainMarketsOfAll,
  selectClock,
  simulated,
  sportOf,
  type SportsbookSettings,
  sportsbookSettings,
  withOdds,
} from '../../sportsbook/index.ts'
import { selectCalendarSeed, setCalendarSeed } from './queries.ts'
import { fixturesFrom, fixturesOfDay, houseDay } from './calendar.ts'
import { keepOutrights } from './outrights.ts'

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

/** Offers who wins the leagues of the calendar, and says who has won; nothing where there is no calendar. */
export async function fillOutrights(deps: Deps, settings: SportsbookSettings): Promise<void> {
  const seed = await selectCalendarSeed(deps.db)
  if (seed !== undefined) await keepOutrights(deps, { settings, seed, clock: await selectClock(deps.db) })
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
