import type { Deps } from '../../../platform/deps.ts'
import { type SportsbookSettings, sportsbookSettings } from '../../settings.ts'
import type { FixtureMessage } from '../messages.ts'
import { withOdds } from '../with-odds.ts'
import { selectClock } from '../queries.ts'
import { takeMessages } from '../take-messages.ts'
import { fixturesFrom, houseDay } from './calendar.ts'
import { selectCalendarSeed, selectKnownKeys, setCalendarSeed } from './queries.ts'

/** Matches that kicked off this long ago are still under way at their own speed. */
const UNDER_WAY_MS = 100 * 60_000

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

/** Adds the fixtures that the calendar lacks, from those under way to its last day. A day is a transaction. */
export async function fillCalendar(deps: Deps, settings: SportsbookSettings): Promise<void> {
  const seed = await selectCalendarSeed(deps.db)
  if (seed === undefined) return
  const clock = await selectClock(deps.db)
  const earliest = new Date(clock.getTime() - UNDER_WAY_MS)
  const lastDay = houseDay(clock) + settings.calendarDays
  for (const fixtures of fixturesFrom(earliest, lastDay, seed)) await addFixtures(deps, settings, fixtures)
}

const addFixtures = (deps: Deps, settings: SportsbookSettings, fixtures: readonly FixtureMessage[]) =>
  deps.db.begin(async (tx) => {
    const keys = fixtures.map(({ key }) => key)
    const known = new Set((await selectKnownKeys(tx, keys)).map(({ key }) => key))
    const missing = fixtures.filter(({ key }) => !known.has(key))
    if (missing.length === 0) return
    await takeMessages(
      tx,
      'simulator',
      missing.flatMap((fixture) => withOdds(fixture, settings)),
    )
  })
