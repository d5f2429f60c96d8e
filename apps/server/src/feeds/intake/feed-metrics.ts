import type { Metrics } from '../../platform/metrics.ts'

type Observe = ReturnType<ReturnType<Metrics['histogram']>>

type FeedMetrics = {
  messages: ReturnType<Metrics['counter']>
  waiting: ReturnType<Metrics['gauge']>
  /** Of a feed that is polled. */
  quota: ReturnType<Metrics['gauge']>
  /** Seconds from a feed's own clock to ours. */
  latenessOf: (feed: string) => Observe
}

const made = new WeakMap<Metrics, FeedMetrics>()

const LATENESS_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 120]

/** Made once for a server, however many feeds it hears. */
export function feedMetrics(metrics: Metrics): FeedMetrics {
  const known = made.get(metrics)
  if (known) return known
  const seriesOf = metrics.histogram(
    'feed_lateness_seconds',
    'Seconds from what a feed saw to our hearing of it',
    LATENESS_SECONDS,
  )
  const series = new Map<string, Observe>()
  const latenessOf = (feed: string): Observe => {
    const one = series.get(feed) ?? seriesOf({ feed })
    series.set(feed, one)
    return one
  }
  const fresh = {
    messages: metrics.counter('feed_messages_total', 'Messages of feeds: taken, or why not', [
      'feed',
      'result',
    ]),
    waiting: metrics.gauge('feed_messages_waiting', 'Messages of feeds that wait for their turn', ['feed']),
    quota: metrics.gauge('feed_quota_left', 'Polls that the account of a feed may still make', ['feed']),
    latenessOf,
  }
  made.set(metrics, fresh)
  return fresh
}
