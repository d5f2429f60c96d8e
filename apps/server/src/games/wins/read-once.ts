/**
 * Answers what was read last, for so long, and reads it once for all who ask meanwhile: a figure that everybody sees costs a
 * query in so many seconds, however many look. A reading that failed is not kept.
 */
export const readOnce = <K, V>(
  read: (key: K) => Promise<V>,
  keptMs: number,
  now: () => number = () => performance.now(),
): ((key: K) => Promise<V>) => {
  const held = new Map<K, { at: number; value: Promise<V> }>()
  return (key) => {
    const known = held.get(key)
    if (known && now() - known.at < keptMs) return known.value
    const value = read(key)
    held.set(key, { at: now(), value })
    value.catch(() => held.delete(key))
    return value
  }
}
