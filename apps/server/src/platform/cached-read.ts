/**
 * Caches a read per key for `maxAgeMs`; concurrent callers share one read, so a public figure costs one query per
 * period. A failed read is not cached. Keys must be few: they are never evicted. `now` is a monotonic clock in
 * milliseconds.
 */
export function cachedRead<Key, Answer>(
  maxAgeMs: number,
  read: (key: Key) => Promise<Answer>,
  now: () => number = () => performance.now(),
): (key: Key) => Promise<Answer> {
  const cached = new Map<Key, { until: number; answer: Promise<Answer> }>()
  return (key) => {
    const known = cached.get(key)
    if (known && known.until > now()) return known.answer
    const answer = read(key)
    cached.set(key, { until: now() + maxAgeMs, answer })
    answer.catch(() => cached.delete(key))
    return answer
  }
}
