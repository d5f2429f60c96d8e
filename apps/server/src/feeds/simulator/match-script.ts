import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { type Disruption, withDisruption } from './disruptions.ts'
import { withoutRunners } from './scripts/racing.ts'
import type { Script } from './scripts/script.ts'
import { scriptOf } from './scripts/table.ts'

/** All that a simulated match follows from. */
export type Simulated = {
  readonly sport: Sport
  readonly model: object
  readonly seed: string
  readonly fault: Disruption | null
  /** Runners of a race that do not start, by number. */
  readonly withdrawn: readonly number[]
}

/** More than are ever played at once. A script is a pure function of its key, so any server may forget any of them. */
const MAX_KEPT = 1000
const kept = new Map<string, Script<SportState | null>>()

/** The match as it will be played, with what befalls it. Looked at twice a second, so the last ones are kept. */
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
