import { assert, present } from '../../../platform/assert.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ExpectedGoals } from '@palpite/odds/football'
import type { Pair } from '../../sports/index.ts'
import type { SportsbookSettings } from '../../settings.ts'
import { withOdds } from '../with-odds.ts'
import { selectClock } from '../queries.ts'
import { takeMessages } from '../take-messages.ts'
import { expectedOf, modelOf } from './calendar.ts'
import { leagueOf } from './leagues.ts'
import { matchScript, simulatedResult } from './match-script.ts'

export type ScheduleMatch = {
  home: string
  away: string
  startsInSeconds: number
  /** Match seconds in one second; a whole match is about 6,600. */
  speed: number
  seed?: string
  /** Between which seconds of the match its first goal is to fall. */
  firstGoal?: { from: number; to: number }
}

/** One match in about twenty has its first goal in a window of four minutes. */
const MAX_TRIES = 2000

/**
 * Adds a match between two clubs of an invented league that starts when a test wants it, and tells how it will end. For
 * tests alone: who calls this knows results, so its route is there only beside a sandbox.
 */
export async function scheduleMatch(
  deps: Deps,
  settings: SportsbookSettings,
  { home, away, startsInSeconds, speed, firstGoal, ...wish }: ScheduleMatch,
): Promise<{ fixtureId: number; result: Pair }> {
  assert(deps.config.SANDBOX_URL !== undefined, 'matches are scheduled only beside a sandbox')
  const league = present(leagueOf(home, away), 'the invented league of both clubs')
  const expected = expectedOf(league, home, away)
  const seed = seedOf(expected, wish.seed ?? deps.random.hex(16), firstGoal)
  const clock = await selectClock(deps.db)
  const key = `sandbox:${deps.random.uuid()}`
  const startsAt = new Date(clock.getTime() + startsInSeconds * 1000)
  const fixture = { kind: 'fixture', key, sport: 'football', competition: league.name, title: null } as const
  const participants = [{ name: home }, { name: away }]
  const messages = withOdds(
    { ...fixture, participants, startsAt, model: modelOf(expected), play: { seed, speed } },
    settings,
  )
  const ids = await deps.db.begin((tx) => takeMessages(tx, 'simulator', messages))
  return {
    fixtureId: present(ids.get(key), 'the scheduled fixture'),
    result: simulatedResult(expected, seed),
  }
}

/** The seed itself, or the first grown from it by which the match has its first goal when it is wanted. */
function seedOf(expected: ExpectedGoals, seed: string, firstGoal: ScheduleMatch['firstGoal']): string {
  if (!firstGoal) return seed
  const isWanted = (grown: string) => {
    const goal = matchScript(expected, grown).events.find(({ kind }) => kind === 'goal')
    return goal !== undefined && goal.second >= firstGoal.from && goal.second <= firstGoal.to
  }
  const grown = Array.from({ length: MAX_TRIES }, (_, place) => `${seed}:${place}`).find(isWanted)
  return present(grown, `a match with its first goal between ${firstGoal.from} and ${firstGoal.to}`)
}
