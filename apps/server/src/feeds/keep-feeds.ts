import type { Deps } from '../platform/deps.ts'
import { keepHealth } from './intake/keep-health.ts'
import { FEEDS } from './table.ts'

/**
 * Keeps the health of every feed: silent producers are stopped, stale prices locked, what was missed is asked for where the
 * feed's keys are there. Answers how many fixtures were stopped.
 */
export async function keepFeeds(deps: Deps, silenceSeconds: number): Promise<number> {
  let stopped = 0
  for (const { list, recover, needs, ...feed } of FEEDS) {
    const hasKeys = needs.every((name) => deps.config[name] !== undefined)
    const kept = {
      ...feed,
      list: hasKeys ? list?.(deps.config) : undefined,
      recover: hasKeys ? recover?.(deps.config) : undefined,
    }
    stopped += await keepHealth(deps, kept, silenceSeconds)
  }
  return stopped
}
