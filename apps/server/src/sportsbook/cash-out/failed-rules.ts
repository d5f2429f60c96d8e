import type { Metrics } from '../../platform/metrics.ts'

export const failedRules = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter(
    'sportsbook_failed_cash_out_rules_total',
    'Levels of bets that could not be looked at, each time it was tried',
  )
