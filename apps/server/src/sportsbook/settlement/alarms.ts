import type { Deps } from '../../platform/deps.ts'
import type { Metrics } from '../../platform/metrics.ts'

export const unsettledCounter = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter(
    'sportsbook_unsettled_total',
    'Bets and markets that could not be settled, each time it was tried',
  )

/** Bets that cannot be settled while all others are: counted, and logged with their ids. */
export function raiseAlarm(
  { metrics, log }: Pick<Deps, 'metrics' | 'log'>,
  ids: Readonly<Record<string, number>>,
  error: unknown,
): void {
  unsettledCounter(metrics).inc()
  log.error({ err: error, ...ids }, 'this could not be settled')
}
