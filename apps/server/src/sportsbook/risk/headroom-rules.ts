import type { SportsbookSettings, RiskLimit } from '../settings.ts'
import { type OpenOutcome, type Scenario, worstScenario } from './scenarios.ts'
import { isInPlay } from '../sports/match-status.ts'

type Match = {
  fixtureId: number
  competitionId: number
  sport: string
  /** What an operator left of the bound on its worst scenario, in ten-thousandths. */
  scenarioBps: number
}

const WHOLE_BPS = 10_000

/** What an operator left of a limit for a match. */
export const limitedCents = (cents: number, bps: number): number => Math.floor((cents * bps) / WHOLE_BPS)

/** An outcome with open bets, and its match. */
export type OpenRow = OpenOutcome & Match & { homeScore: number | null; awayScore: number | null }

/** A match in its worst scenario. */
export type FixtureRisk = Scenario & Match

export type ScenarioBounds = Pick<SportsbookSettings, 'maxScenarioCents' | 'riskLimits'>

/** Every match with open bets in its worst scenario. */
export const fixtureRisks = (rows: readonly OpenRow[]): FixtureRisk[] =>
  [...Map.groupBy(rows, ({ fixtureId }) => fixtureId)].flatMap(([fixtureId, own]) => {
    const [first] = own
    if (!first) return []
    const { competitionId, sport, scenarioBps, homeScore, awayScore } = first
    const score = homeScore === null || awayScore === null ? null : { home: homeScore, away: awayScore }
    return [{ fixtureId, competitionId, sport, scenarioBps, ...worstScenario(own, score) }]
  })

/** Costs of matches, and with them of competitions, sports and the whole book. */
export type Costs = {
  fixtures: Map<number, number>
  competitions: Map<number, number>
  sports: Map<string, number>
  book: number
  /** Of matches that an operator limited: what was left of their bound when their costs were counted, in ten-thousandths. */
  limitsBps: Map<number, number>
}

export const noCosts = (): Costs => ({
  fixtures: new Map(),
  competitions: new Map(),
  sports: new Map(),
  book: 0,
  limitsBps: new Map(),
})

export function addCost(costs: Costs, match: Match, cents: number): void {
  const { fixtureId, competitionId, sport, scenarioBps } = match
  if (scenarioBps < WHOLE_BPS) costs.limitsBps.set(fixtureId, scenarioBps)
  raise(costs.fixtures, fixtureId, cents)
  raise(costs.competitions, competitionId, cents)
  raise(costs.sports, sport, cents)
  costs.book += cents
}

/** Adds all of these costs, or subtracts them: `times` is 1 or -1. */
export function addCosts(costs: Costs, others: Costs, times = 1): void {
  for (const [id, cents] of others.fixtures) raise(costs.fixtures, id, times * cents)
  for (const [id, cents] of others.competitions) raise(costs.competitions, id, times * cents)
  for (const [sport, cents] of others.sports) raise(costs.sports, sport, times * cents)
  for (const [id, bps] of others.limitsBps) costs.limitsBps.set(id, bps)
  costs.book += times * others.book
}

const raise = <Key>(sums: Map<Key, number>, key: Key, cents: number) =>
  void sums.set(key, (sums.get(key) ?? 0) + cents)

/**
 * The costs of all matches in their worst scenarios. Matches end independently, so the costs add up; a gain of one
 * offsets no other.
 */
export function costsOf(risks: readonly FixtureRisk[]): Costs {
  const costs = noCosts()
  for (const risk of risks) addCost(costs, risk, Math.max(0, risk.costCents))
  return costs
}

/** The limits on the cost of a match: its own, its competition's, its sport's and the book's. */
type Part = { of: (costs: Costs) => number | undefined; maxCents: number }

const partsOf = ({ fixtureId, competitionId, sport, scenarioBps }: Match, bounds: ScenarioBounds): Part[] => [
  {
    of: ({ fixtures }) => fixtures.get(fixtureId),
    maxCents: limitedCents(bounds.maxScenarioCents.match, scenarioBps),
  },
  {
    of: ({ competitions }) => competitions.get(competitionId),
    maxCents: competitionBound(competitionId, bounds),
  },
  { of: ({ sports }) => sports.get(sport), maxCents: sportBound(sport, bounds) },
  { of: ({ book }) => book, maxCents: bounds.maxScenarioCents.book },
]

const sumOf = (all: readonly Costs[], of: Part['of']): number =>
  all.reduce((total, costs) => total + (of(costs) ?? 0), 0)

/**
 * How many cents more a match may cost in its worst scenario: the smallest remainder of the bounds of the match, its
 * competition, its sport and the whole book.
 */
export const headroomCents = (match: Match, all: readonly Costs[], bounds: ScenarioBounds): number =>
  Math.max(0, Math.min(...partsOf(match, bounds).map(({ of, maxCents }) => maxCents - sumOf(all, of))))

/**
 * What a server may add to the costs until its next refresh: `costs` for what had costs at the last one, for the rest the
 * bound divided by the number of servers. Without `costs` the server is alone and may use all headroom.
 */
export type Reserved = { servers: number; costs: Costs | undefined }

/** The costs of the book, what other servers reserved, and the limits of single matches, at this server's last refresh. */
export type BookSnapshot = {
  read: Costs
  others: readonly Reserved[]
  bounds: ScenarioBounds
  limitsBps: Costs['limitsBps']
}

/** The limits of matches as read with their costs; of matches without a cost then, those of what is being written. */
export const limitsAt = (read: Costs, writing: Costs): Costs['limitsBps'] =>
  new Map([...[...writing.limitsBps].filter(([id]) => !read.fixtures.has(id)), ...read.limitsBps])

/** An even share of what is left of a limit, and no more than the others have left of it. */
function shareOf({ read, others }: BookSnapshot, { of, maxCents }: Part): number {
  const left = maxCents - (of(read) ?? 0)
  const reserved = others.reduce((total, { servers, costs }) => {
    if (costs === undefined) return total + maxCents
    return total + (of(costs) ?? Math.floor(maxCents / servers))
  }, 0)
  return Math.max(0, Math.min(left - reserved, Math.floor(left / (others.length + 1))))
}

/**
 * How many cents more a match may cost on this server, which accepted `since` after the snapshot: the smallest of its shares.
 * Tighter limits of a match count at once, wider ones from the next snapshot, by which the server reserves more.
 */
export const shareOfHeadroomCents = (
  match: Match,
  snapshot: BookSnapshot,
  since: readonly Costs[],
): number => {
  const scenarioBps = Math.min(match.scenarioBps, snapshot.limitsBps.get(match.fixtureId) ?? WHOLE_BPS)
  const parts = partsOf({ ...match, scenarioBps }, snapshot.bounds)
  return Math.max(0, Math.min(...parts.map((part) => shareOf(snapshot, part) - sumOf(since, part.of))))
}

/** What this server reserves against the other servers: its shares, or what it is writing if that is more. */
export function reservedBy(snapshot: BookSnapshot, writing: Costs): Reserved {
  const { read, others, bounds, limitsBps } = snapshot
  if (others.length === 0) return { servers: 1, costs: undefined }
  const reserve = (of: Part['of'], maxCents: number) =>
    Math.max(shareOf(snapshot, { of, maxCents }), of(writing) ?? 0)
  const of = <Key>(kind: (costs: Costs) => Map<Key, number>, maxCents: (key: Key) => number) =>
    new Map(
      [...kind(read).keys(), ...kind(writing).keys()].map((key) => [
        key,
        reserve((costs) => kind(costs).get(key), maxCents(key)),
      ]),
    )
  const { maxScenarioCents: max } = bounds
  const costs: Costs = {
    fixtures: of(
      ({ fixtures }) => fixtures,
      (id) => limitedCents(max.match, limitsBps.get(id) ?? WHOLE_BPS),
    ),
    competitions: of(
      ({ competitions }) => competitions,
      (id) => competitionBound(id, bounds),
    ),
    sports: of(
      ({ sports }) => sports,
      (sport) => sportBound(sport, bounds),
    ),
    book: reserve(({ book }) => book, max.book),
    limitsBps: new Map(),
  }
  return { servers: others.length + 1, costs }
}

/** The scope of a limit. */
export type Bounded = {
  sport: string
  competitionId: number
  marketType: string
  matchStatus: number
  /** What an operator left of the limits of its match at this time, in ten-thousandths. */
  limitBps: number
}

type Limits = Pick<SportsbookSettings, 'riskLimits'>

/**
 * The limit of this kind for bets on this market: the tightest among all markets, its sport, its competition and its
 * type, and of it what an operator left for the match.
 */
export function leastBound<K extends 'maxLossCents' | 'maxLiabilityCents'>(
  kind: K,
  of: Bounded,
  settings: Pick<SportsbookSettings, K> & Limits,
): number {
  const time = isInPlay(of.matchStatus) ? 'inPlay' : 'beforeStart'
  const own = settings.riskLimits
    .filter((limit) => appliesTo(limit, of))
    .flatMap((limit) => limit[kind]?.[time] ?? [])
  return limitedCents(Math.min(settings[kind][time], ...own), of.limitBps)
}

type Scenarios = Limits & Pick<SportsbookSettings, 'maxScenarioCents'>

/** The limit on the worst scenarios of all matches of a sport together. */
const sportBound = (sport: string, { maxScenarioCents, riskLimits }: Scenarios): number =>
  leastScenario(
    maxScenarioCents.sport,
    riskLimits.filter((limit) => limit.competitionId === undefined && limit.sport === sport),
  )

/** The same for a competition. */
const competitionBound = (competitionId: number, { maxScenarioCents, riskLimits }: Scenarios): number =>
  leastScenario(
    maxScenarioCents.competition,
    riskLimits.filter((limit) => limit.competitionId === competitionId),
  )

const leastScenario = (most: number, limits: readonly RiskLimit[]): number =>
  Math.min(most, ...limits.flatMap(({ maxScenarioCents }) => maxScenarioCents ?? []))

const appliesTo = ({ sport, competitionId, marketType }: RiskLimit, of: Bounded): boolean =>
  (sport ?? of.sport) === of.sport &&
  (competitionId ?? of.competitionId) === of.competitionId &&
  (marketType ?? of.marketType) === of.marketType
