import { groupBy } from '../catalogue/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { competitionBound, sportBound } from './limits.ts'
import { type OpenOutcome, type Scenario, worstScenario } from './scenarios.ts'

/** An outcome with open bets, and the match that it is of. */
export type OpenRow = OpenOutcome & {
  fixtureId: number
  competitionId: number
  sport: string
  homeScore: number | null
  awayScore: number | null
}

/** A match in its worst scenario. */
export type FixtureRisk = Scenario & { fixtureId: number; competitionId: number; sport: string }

type Bounds = Pick<SportsbookSettings, 'maxScenarioCents' | 'riskLimits'>

/** Every match with open bets in its worst scenario. */
export const fixtureRisks = (rows: readonly OpenRow[]): FixtureRisk[] =>
  [...groupBy(rows, ({ fixtureId }) => fixtureId)].flatMap(([fixtureId, own]) => {
    const [first] = own
    if (!first) return []
    const { competitionId, sport, homeScore, awayScore } = first
    const score = homeScore === null || awayScore === null ? null : { home: homeScore, away: awayScore }
    return [{ fixtureId, competitionId, sport, ...worstScenario(own, score) }]
  })

/** What is left of each bound: of the whole book, of a sport, a competition, a match. The least one counts. */
export type Rooms = (of: { fixtureId: number; competitionId: number; sport: string }) => number

/**
 * How much more a match may cost in its worst scenario: the least of what is left of its own bound, its competition's,
 * its sport's and that of the whole book. Where matches end is independent, so what their worst scenarios cost adds up;
 * what one would win pays for no other.
 */
export function roomsOf(risks: readonly FixtureRisk[], bounds: Bounds): Rooms {
  const { maxScenarioCents: max } = bounds
  const sums = { competition: new Map<number, number>(), sport: new Map<string, number>(), book: 0 }
  const fixtures = new Map<number, number>()
  for (const { fixtureId, competitionId, sport, costCents } of risks) {
    const cost = Math.max(0, costCents)
    fixtures.set(fixtureId, cost)
    sums.competition.set(competitionId, (sums.competition.get(competitionId) ?? 0) + cost)
    sums.sport.set(sport, (sums.sport.get(sport) ?? 0) + cost)
    sums.book += cost
  }
  return ({ fixtureId, competitionId, sport }) =>
    Math.max(
      0,
      Math.min(
        max.match - (fixtures.get(fixtureId) ?? 0),
        competitionBound(competitionId, bounds) - (sums.competition.get(competitionId) ?? 0),
        sportBound(sport, bounds) - (sums.sport.get(sport) ?? 0),
        max.book - sums.book,
      ),
    )
}
