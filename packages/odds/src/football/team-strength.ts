import { lowScoreFactor, type ExpectedGoals } from './score-grid.ts'

/** A played match. `daysAgo` weighs it: older results count less. */
export type PlayedMatch = {
  readonly home: string
  readonly away: string
  readonly homeGoals: number
  readonly awayGoals: number
  readonly daysAgo: number
}

/** Each team's attack and concession, 1 being the competition's average. */
export type TeamStrengths = {
  readonly base: number
  readonly homeAdvantage: number
  readonly rho: number
  readonly attack: ReadonlyMap<string, number>
  readonly concession: ReadonlyMap<string, number>
  /** The weight of the two teams' own total, 0 to 1; 1 by default. */
  readonly totalTrust?: number
}

/** How fast a fit forgets, and its prior. Chosen on Série A 2025, see docs/maths/football.md §3. */
export type FitSettings = {
  readonly halfLifeDays: number
  /** The prior's weight, in expected goals. */
  readonly priorGoals: number
  /**
   * Strengths predict who scores more better than the total: the total is pulled towards the competition's mean,
   * keeping the proportion. 1 keeps it.
   */
  readonly totalTrust?: number
}

export const DEFAULT_FIT: FitSettings = { halfLifeDays: 400, priorGoals: 6, totalTrust: 0.3 }

const PASSES = 200
const SETTLED = 1e-9

type Fitting = { base: number; home: number; attack: Map<string, number>; concession: Map<string, number> }
type Weighted = PlayedMatch & { readonly weight: number }

/**
 * Team strengths from results, each weighed by its age: the penalised maximum likelihood of the Poisson model
 * base × home × attack × concession, by iterative scaling (each pass solves each team's equation exactly), then rho.
 * 20 teams and 900 matches take about 20 ms.
 * Asserts: whole goals of zero or more, ages of zero or more.
 * Source: docs/maths/football.md §3.
 */
export const fitStrengths = (
  played: readonly PlayedMatch[],
  settings: FitSettings = DEFAULT_FIT,
): TeamStrengths => {
  const matches = played.map((match) => weigh(match, settings.halfLifeDays))
  const teams = [...new Set(matches.flatMap((match) => [match.home, match.away]))]
  const fit: Fitting = {
    base: 1.2,
    home: 1.2,
    attack: new Map(teams.map((team) => [team, 1])),
    concession: new Map(teams.map((team) => [team, 1])),
  }
  for (let pass = 0; pass < PASSES; pass += 1) {
    const before = fit.base
    scaleTeams(matches, fit, settings.priorGoals)
    scaleLevels(matches, fit)
    if (pass > 10 && Math.abs(fit.base - before) < SETTLED) break
  }
  const strengths = {
    base: fit.base,
    homeAdvantage: fit.home,
    attack: fit.attack,
    concession: fit.concession,
    rho: 0,
  }
  return { ...strengths, rho: fitRho(matches, strengths) }
}

/** Each side's expected goals. A team without results is average. */
export const expectedGoals = (strengths: TeamStrengths, home: string, away: string): ExpectedGoals => {
  const { base, homeAdvantage, rho, totalTrust = 1 } = strengths
  const of = (side: ReadonlyMap<string, number>, team: string): number => side.get(team) ?? 1
  const homeGoals = base * homeAdvantage * of(strengths.attack, home) * of(strengths.concession, away)
  const awayGoals = base * of(strengths.attack, away) * of(strengths.concession, home)
  const mean = base * (1 + homeAdvantage)
  const pull = (mean / (homeGoals + awayGoals)) ** (1 - totalTrust)
  return { home: homeGoals * pull, away: awayGoals * pull, rho }
}

const weigh = (match: PlayedMatch, halfLifeDays: number): Weighted => {
  const counts = [match.homeGoals, match.awayGoals]
  if (!counts.every((goals) => Number.isSafeInteger(goals) && goals >= 0))
    throw new Error('goals must be zero or more')
  if (!(match.daysAgo >= 0))
    throw new Error(`a played match cannot be in the future: ${match.home} v ${match.away}`)
  return { ...match, weight: 0.5 ** (match.daysAgo / halfLifeDays) }
}

const addTo = (sums: Map<string, number>, team: string, amount: number): void => {
  sums.set(team, (sums.get(team) ?? 0) + amount)
}

/** Attack = (goals scored + prior) / (goals expected of an average attack + prior); concession likewise. */
const scaleTeams = (matches: readonly Weighted[], fit: Fitting, prior: number): void => {
  for (const kind of ['attack', 'concession'] as const) {
    const goals = new Map<string, number>()
    const expected = new Map<string, number>()
    const other = kind === 'attack' ? fit.concession : fit.attack
    for (const { home, away, homeGoals, awayGoals, weight } of matches) {
      const [homeTeam, awayTeam] = kind === 'attack' ? [home, away] : [away, home]
      addTo(goals, homeTeam, weight * homeGoals)
      addTo(goals, awayTeam, weight * awayGoals)
      addTo(expected, homeTeam, weight * fit.base * fit.home * (other.get(awayTeam) ?? 1))
      addTo(expected, awayTeam, weight * fit.base * (other.get(homeTeam) ?? 1))
    }
    for (const [team, scored] of goals)
      fit[kind].set(team, (scored + prior) / ((expected.get(team) ?? 0) + prior))
  }
}

/** The overall scoring level and the home advantage. */
const scaleLevels = (matches: readonly Weighted[], fit: Fitting): void => {
  const sums = { home: 1e-9, away: 1e-9, homeExpected: 1e-9, awayExpected: 1e-9 }
  for (const { home, away, homeGoals, awayGoals, weight } of matches) {
    sums.home += weight * homeGoals
    sums.away += weight * awayGoals
    sums.homeExpected += weight * (fit.attack.get(home) ?? 1) * (fit.concession.get(away) ?? 1)
    sums.awayExpected += weight * (fit.attack.get(away) ?? 1) * (fit.concession.get(home) ?? 1)
  }
  fit.base = sums.away / sums.awayExpected
  fit.home = sums.home / (sums.homeExpected * fit.base)
}

/** The likeliest rho in -0.2 … 0.1 for the observed low scores; golden section. */
const fitRho = (matches: readonly Weighted[], strengths: TeamStrengths): number => {
  const low = matches.filter((match) => match.homeGoals < 2 && match.awayGoals < 2)
  const means = low.map((match) => ({ match, ...expectedGoals(strengths, match.home, match.away) }))
  const likelihood = (rho: number): number =>
    means.reduce((sum, { match, home, away }) => {
      const factor = lowScoreFactor({ home, away, rho }, match.homeGoals, match.awayGoals)
      return sum + match.weight * Math.log(Math.max(factor, 1e-9))
    }, 0)
  const golden = (Math.sqrt(5) - 1) / 2
  let [from, to] = [-0.2, 0.1]
  while (to - from > 1e-5) {
    const left = to - golden * (to - from)
    const right = from + golden * (to - from)
    if (likelihood(left) > likelihood(right)) to = right
    else from = left
  }
  return matches.length === 0 ? 0 : (from + to) / 2
}
