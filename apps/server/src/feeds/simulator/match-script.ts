import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { type Disruption, withDisruption } from './disruptions.ts'
import { withoutRunners, racing } from './scripts/racing.ts'
import type { Script, SportScript } from './scripts/script.ts'
import { seededRandom } from './draws.ts'
import { baseball } from './scripts/baseball.ts'
import { boxing } from './scripts/boxing.ts'
import { cricket } from './scripts/cricket.ts'
import { football } from './scripts/football.ts'
import { americanFootball, basketball } from './scripts/quarters.ts'
import { badminton, tableTennis, volleyball, tennis } from './scripts/sets.ts'
import { snooker } from './scripts/snooker.ts'

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
const kept = new Map<string, Script<SportState | null>>()

/** The complete simulation of the match, with its disruption. Read twice a second, so the latest ones are cached. */
export function matchScript(match: Simulated): Script<SportState | null> {
  const { sport, model, seed, fault, withdrawn } = match
  const key = JSON.stringify([sport, model, seed, fault, withdrawn])
  const known = kept.get(key)
  if (known) return known
  const fielded = withdrawn.length > 0 ? withoutRunners(model, withdrawn) : model
  const script = withDisruption(scriptOf(sport, fielded, seed), fault, seed)
  const oldest = kept.size < MAX_KEPT ? undefined : kept.keys().next().value
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, script)
  return script
}

/** The simulation of each sport; each reads only its own models and states. */
export const sportScripts: Readonly<Record<Sport, SportScript<never, SportState>>> = {
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
export const scriptOf = (sport: Sport, model: unknown, seed: string): Script<SportState> => [
  ...sportScripts[sport].moments(model as never, seededRandom(seed)),
]
