import type { Deps } from '../../platform/deps.ts'
import type { Metrics } from '../../platform/metrics.ts'

const counters = new WeakMap<Metrics, ReturnType<Metrics['counter']>>()

/** Made once for a server, however many sportsbooks are opened on it. */
export function unsettledCounter(metrics: Metrics): ReturnType<Metrics['counter']> {
  const made = counters.get(metrics)
  if (made) return made
  const counter = metrics.counter(
    'sportsbook_unsettled_total',
    'Bets and markets that could not be settled, each time it was tried',
  )
  counters.set(metrics, counter)
  return counter
}

/** What stays unsettled while all others go on: counted, and logged with its ids. */
export function raiseAlarm(
  { metrics, log }: Pick<Deps, 'metrics' | 'log'>,
  ids: Readonly<Record<string, number>>,
  error: unknown,
): void {
  unsettledCounter(metrics).inc()
  log.error({ err: error, ...ids }, 'this could not be settled')
}
