import type { Deps } from '../../platform/deps.ts'
import type { SportsbookSettings } from '../../sportsbook/index.ts'
import { fixturesOfDay, startOfDay } from './calendar.ts'
import { addFixtures } from './fill-calendar.ts'
import { endSeasons, keepOutrights } from './outrights.ts'
import { playUntil } from './play-due.ts'

/**
 * The simulator without its clock, for whole seasons at once: days of the calendar are added, and played up to any moment
 * that is named. Nothing of it follows from when it is done.
 */
export const openSeason = (deps: Deps, readSettings: () => Promise<SportsbookSettings>) => ({
  startOf: startOfDay,
  /** Adds the fixtures of a day, or only the first of each competition; answers their ids. */
  addDay: async (day: number, seed: string, isShort: boolean): Promise<number[]> => {
    const fixtures = fixturesOfDay(day, seed).filter(({ key }) => !isShort || key.endsWith(':0'))
    const filling = { settings: await readSettings(), clock: startOfDay(day) }
    const added = await addFixtures(deps, filling, fixtures)
    return [...added.values(), ...(await keepOutrights(deps, { ...filling, seed }))]
  },
  /** Every league ends as its table stands. */
  end: (day: number): Promise<void> => endSeasons(deps, startOfDay(day), true),
  /** Brings every match to where it is at this moment. */
  playUntil: async (at: Date): Promise<number> => {
    const settings = await readSettings()
    return deps.db.begin((tx) => playUntil(tx, at, { speed: 1, settings }))
  },
})
