import type { Metrics } from '../../platform/metrics.ts'

const counters = new WeakMap<Metrics, ReturnType<Metrics['counter']>>()

/** Made once for a server, however many sportsbooks are opened on it. */
export function failedRules(metrics: Metrics): ReturnType<Metrics['counter']> {
  const made = counters.get(metrics)
  if (made) return made
  const counter = metrics.counter(
    'sportsbook_failed_cash_out_rules_total',
    'Levels of bets that could not be looked at, each time it was tried',
  )
  counters.set(metrics, counter)
  return counter
}
