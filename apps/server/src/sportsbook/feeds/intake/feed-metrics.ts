import type { Metrics } from '../../../platform/metrics.ts'

type FeedMetrics = { messages: ReturnType<Metrics['counter']>; waiting: ReturnType<Metrics['gauge']> }

const made = new WeakMap<Metrics, FeedMetrics>()

/** Made once for a server, however many feeds it hears. */
export function feedMetrics(metrics: Metrics): FeedMetrics {
  const known = made.get(metrics)
  if (known) return known
  const fresh = {
    messages: metrics.counter('feed_messages_total', 'Messages of feeds: taken, or why not', [
      'feed',
      'result',
    ]),
    waiting: metrics.gauge('feed_messages_waiting', 'Messages of feeds that wait for their turn', ['feed']),
  }
  made.set(metrics, fresh)
  return fresh
}
