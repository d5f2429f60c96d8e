import { assert, present } from '../../../platform/assert.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Pair } from '../../catalogue/index.ts'
import type { SportsbookSettings } from '../../settings.ts'
import { withOdds } from '../with-odds.ts'
import { selectClock } from '../queries.ts'
import { takeMessages } from '../take-messages.ts'
import { expectedOf } from './calendar.ts'
import { leagueOf } from './leagues.ts'
import { simulatedResult } from './match-script.ts'

export type ScheduleMatch = {
  home: string
  away: string
  startsInSeconds: number
  /** Match seconds in one second; a whole match is about 6,600. */
  speed: number
  seed?: string
}

/**
 * Adds a match between two clubs of an invented league that starts when a test wants it, and tells how it will end. For
 * tests alone: who calls this knows results, so its route is there only beside a sandbox.
 */
export async function scheduleMatch(
  deps: Deps,
  settings: SportsbookSettings,
  { home, away, startsInSeconds, speed, seed = deps.random.hex(16) }: ScheduleMatch,
): Promise<{ fixtureId: number; result: Pair }> {
  assert(deps.config.SANDBOX_URL !== undefined, 'matches are scheduled only beside a sandbox')
  const league = present(leagueOf(home, away), 'the invented league of both clubs')
  const expected = expectedOf(league, home, away)
  const clock = await selectClock(deps.db)
  const key = `sandbox:${deps.random.uuid()}`
  const startsAt = new Date(clock.getTime() + startsInSeconds * 1000)
  const fixture = { kind: 'fixture', key, sport: 'football', competition: league.name } as const
  const messages = withOdds({ ...fixture, home, away, startsAt, expected, play: { seed, speed } }, settings)
  const ids = await deps.db.begin((tx) => takeMessages(tx, 'simulator', messages))
  return {
    fixtureId: present(ids.get(key), 'the scheduled fixture'),
    result: simulatedResult(expected, seed),
  }
}
