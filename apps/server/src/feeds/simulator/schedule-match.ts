import { assert, present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  applyFeedMessages,
  type Pair,
  selectClock,
  sportOf,
  type SportsbookSettings,
  withOdds,
} from '../../sportsbook/index.ts'
import type { Disruption } from './disruptions.ts'
import { competitionOf } from './leagues/table.ts'
import { matchScript, type Simulated } from './match-script.ts'

export type ScheduleMatch = {
  home: string
  away: string
  startsInSeconds: number
  /** Match seconds in one second; a whole football match is about 6,600. */
  speed: number
  seed?: string
  /** What is to befall it. */
  fault?: Disruption
  /** Between which seconds of a football match its first goal is to fall. */
  firstGoal?: { from: number; to: number }
}

/** One match in about twenty has its first goal in a window of four minutes. */
const MAX_TRIES = 2000

/**
 * Adds a match between two of one invented competition that starts when a test wants it, and tells how it will end. For
 * tests alone: who calls this knows results, so its route is there only beside a sandbox.
 */
export async function scheduleMatch(
  deps: Deps,
  settings: SportsbookSettings,
  { home, away, startsInSeconds, speed, fault, firstGoal, ...wish }: ScheduleMatch,
): Promise<{ fixtureId: number; result: Pair | null }> {
  assert(deps.config.SANDBOX_URL !== undefined, 'matches are scheduled only beside a sandbox')
  const { sport, name, modelOf } = present(competitionOf(home, away), 'the invented competition of both')
  const model = present(modelOf(home, away, 'scheduled'), 'what the match is played from')
  const drawn: Simulated = {
    sport,
    model,
    seed: wish.seed ?? deps.random.hex(16),
    fault: fault ?? null,
    withdrawn: [],
  }
  const match = firstGoal ? withFirstGoal(drawn, firstGoal) : drawn
  const clock = await selectClock(deps.db)
  const key = `sandbox:${deps.random.uuid()}`
  const startsAt = new Date(clock.getTime() + startsInSeconds * 1000)
  const messages = withOdds(
    {
      kind: 'fixture',
      key,
      sport,
      competition: name,
      title: null,
      startsAt,
      model,
      participants: [{ name: home }, { name: away }],
      play: { seed: match.seed, speed, fault: match.fault },
    },
    settings,
  )
  const ids = await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', messages))
  return { fixtureId: present(ids.get(key), 'the scheduled fixture'), result: resultOf(match) }
}

/** How a simulated match will end, in one number a side where its sport has one. */
export function resultOf(match: Simulated): Pair | null {
  const end = matchScript(match).at(-1)
  return end?.state ? sportOf(match.sport).score(end.state, end.matchStatus) : null
}

/** The second of a football match in which its first goal falls. */
export const firstGoalOf = (match: Simulated): number | undefined =>
  matchScript(match).find(
    ({ state }) => state?.family === 'football' && (state.score ?? []).some((goals) => goals > 0),
  )?.second

/** The match of the first seed grown from its own by which the first goal falls when it is wanted. */
function withFirstGoal(match: Simulated, { from, to }: { from: number; to: number }): Simulated {
  const isWanted = (grown: Simulated) => {
    const second = firstGoalOf(grown)
    return second !== undefined && second >= from && second <= to
  }
  const grown = Array.from({ length: MAX_TRIES }, (_, place) => ({
    ...match,
    seed: `${match.seed}:${place}`,
  }))
  return present(grown.find(isWanted), `a match with its first goal between ${from} and ${to}`)
}
