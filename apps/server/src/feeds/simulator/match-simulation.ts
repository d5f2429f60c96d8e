import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { type Disruption, withDisruption } from './disruptions.ts'
import { withoutRunners, racing } from './simulations/racing.ts'
import type { MatchSimulation, SportSimulation } from './simulations/simulation.ts'
import { seededRandom } from './draws.ts'
import { baseball } from './simulations/baseball.ts'
import { boxing } from './simulations/boxing.ts'
import { cricket } from './simulations/cricket.ts'
import { football } from './simulations/football.ts'
import { americanFootball, basketball } from './simulations/quarters.ts'
import { badminton, tableTennis, volleyball, tennis } from './simulations/sets.ts'
import { snooker } from './simulations/snooker.ts'

/** Everything a simulated match follows from. */
export type Simulated = {
  readonly sport: Sport
  readonly model: object
  readonly seed: string
  readonly fault: Disruption | null
  /** Numbers of the runners that do not start. */
  readonly withdrawn: readonly number[]
}

/** More than ever run at once. A simulation is a pure function of its key, so any server may drop it. */
const MAX_KEPT = 1000
const kept = new Map<string, MatchSimulation<SportState | null>>()

/** The complete simulation of the match, with its disruption. Read twice a second, so the latest ones are cached. */
export function matchSimulation(match: Simulated): MatchSimulation<SportState | null> {
  const { sport, model, seed, fault, withdrawn } = match
  const key = JSON.stringify([sport, model, seed, fault, withdrawn])
  const known = kept.get(key)
  if (known) return known
  const fielded = withdrawn.length > 0 ? withoutRunners(model, withdrawn) : model
  const simulation = withDisruption(simulationOf(sport, fielded, seed), fault, seed)
  const oldest = kept.size < MAX_KEPT ? undefined : kept.keys().next().value
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, simulation)
  return simulation
}

/** The simulation of each sport; each reads only its own models and states. */
export const sportSimulations: Readonly<Record<Sport, SportSimulation<never, SportState>>> = {
  football,
  basketball,
  tennis,
  boxing,
  snooker,
  baseball,
  volleyball,
  badminton,
  american_football: americanFootball,
  table_tennis: tableTennis,
  cricket,
  racing,
}

/** The match that follows from a model and a seed: the same every time. */
export const simulationOf = (sport: Sport, model: unknown, seed: string): MatchSimulation<SportState> => [
  ...sportSimulations[sport].moments(model as never, seededRandom(seed)),
]
