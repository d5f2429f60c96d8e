import type { SportsbookSettings } from '../settings.ts'
import { competitionBound, sportBound } from './limits.ts'
import { type OpenOutcome, type Scenario, worstScenario } from './scenarios.ts'

type Match = { fixtureId: number; competitionId: number; sport: string }

/** An outcome with open bets, and the match that it is of. */
export type OpenRow = OpenOutcome & Match & { homeScore: number | null; awayScore: number | null }

/** A match in its worst scenario. */
export type FixtureRisk = Scenario & Match

export type ScenarioBounds = Pick<SportsbookSettings, 'maxScenarioCents' | 'riskLimits'>

/** Every match with open bets in its worst scenario. */
export const fixtureRisks = (rows: readonly OpenRow[]): FixtureRisk[] =>
  [...Map.groupBy(rows, ({ fixtureId }) => fixtureId)].flatMap(([fixtureId, own]) => {
    const [first] = own
    if (!first) return []
    const { competitionId, sport, homeScore, awayScore } = first
    const score = homeScore === null || awayScore === null ? null : { home: homeScore, away: awayScore }
    return [{ fixtureId, competitionId, sport, ...worstScenario(own, score) }]
  })

/** What matches may cost, and with them their competitions, their sports and the whole book. */
export type Costs = {
  fixtures: Map<number, number>
  competitions: Map<number, number>
  sports: Map<string, number>
  book: number
}

export const noCosts = (): Costs => ({
  fixtures: new Map(),
  competitions: new Map(),
  sports: new Map(),
  book: 0,
})

export function addCost(costs: Costs, { fixtureId, competitionId, sport }: Match, cents: number): void {
  raise(costs.fixtures, fixtureId, cents)
  raise(costs.competitions, competitionId, cents)
  raise(costs.sports, sport, cents)
  costs.book += cents
}

/** Adds all of these costs, or takes them back: `times` is 1 or -1. */
export function addCosts(costs: Costs, others: Costs, times = 1): void {
  for (const [id, cents] of others.fixtures) raise(costs.fixtures, id, times * cents)
  for (const [id, cents] of others.competitions) raise(costs.competitions, id, times * cents)
  for (const [sport, cents] of others.sports) raise(costs.sports, sport, times * cents)
  costs.book += times * others.book
}

const raise = <Key>(sums: Map<Key, number>, key: Key, cents: number) =>
  void sums.set(key, (sums.get(key) ?? 0) + cents)

/**
 * What all matches cost in their worst scenarios. Where matches end is independent, so it adds up; what one would win pays
 * for no other.
 */
export function costsOf(risks: readonly FixtureRisk[]): Costs {
  const costs = noCosts()
  for (const risk of risks) addCost(costs, risk, Math.max(0, risk.costCents))
  return costs
}

/**
 * How much more a match may cost in its worst scenario: the least of what these costs leave of its own bound, its
 * competition's, its sport's and that of the whole book.
 */
export function roomLeft(
  { fixtureId, competitionId, sport }: Match,
  all: readonly Costs[],
  bounds: ScenarioBounds,
): number {
  const { maxScenarioCents: max } = bounds
  const sum = (of: (costs: Costs) => number | undefined) =>
    all.reduce((total, costs) => total + (of(costs) ?? 0), 0)
  return Math.max(
    0,
    Math.min(
      max.match - sum(({ fixtures }) => fixtures.get(fixtureId)),
      competitionBound(competitionId, bounds) - sum(({ competitions }) => competitions.get(competitionId)),
      sportBound(sport, bounds) - sum(({ sports }) => sports.get(sport)),
      max.book - sum(({ book }) => book),
    ),
  )
}
