import type { Deps } from '../../platform/deps.ts'
import type { Metrics } from '../../platform/metrics.ts'

export const unsettledCounter = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter(
    'sportsbook_unsettled_total',
    'Bets and markets that could not be settled, each time it was tried',
  )

/** What stays unsettled while all others go on: counted, and logged with its ids. */
export function raiseAlarm(
  { metrics, log }: Pick<Deps, 'metrics' | 'log'>,
  ids: Readonly<Record<string, number>>,
  error: unknown,
): void {
  unsettledCounter(metrics).inc()
  log.error({ err: error, ...ids }, 'this could not be settled')
}
