import type { RiskLimit, SportsbookSettings } from '../settings.ts'
import { isInPlay } from '../sports/match-status.ts'

/** What a bound may speak of. */
export type Bounded = { sport: string; competitionId: number; marketType: string; matchStatus: number }

type Limits = Pick<SportsbookSettings, 'riskLimits'>

/**
 * The bound of this kind that counts for bets on this market: the most restrictive of that of all markets and of those of
 * its sport, its competition and its type.
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
  return Math.min(settings[kind][time], ...own)
}

type Scenarios = Limits & Pick<SportsbookSettings, 'maxScenarioCents'>

/** What the worst scenarios of all matches of a sport may cost together. */
export const sportBound = (sport: string, { maxScenarioCents, riskLimits }: Scenarios): number =>
  leastScenario(
    maxScenarioCents.sport,
    riskLimits.filter((limit) => limit.competitionId === undefined && limit.sport === sport),
  )

/** The same of a competition. */
export const competitionBound = (
  competitionId: number,
  { maxScenarioCents, riskLimits }: Scenarios,
): number =>
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
