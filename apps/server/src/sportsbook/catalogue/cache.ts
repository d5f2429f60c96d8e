/**
 * Asks again only when the last answer is older than `ageMs`; callers that come meanwhile share one read. Holds
 * only a few keys: those of the catalogue are a sport and a time, never something a client makes up.
 */
export function remember<Key extends string, Answer>(
  ageMs: number,
  request: (key: Key) => Promise<Answer>,
): (key: Key) => Promise<Answer> {
  const answers = new Map<Key, { until: number; answer: Promise<Answer> }>()
  return (key) => {
    const known = answers.get(key)
    // A monotone clock of this process: how fresh a page is decides nothing.
    if (known && known.until > performance.now()) return known.answer
    const answer = request(key)
    answers.set(key, { until: performance.now() + ageMs, answer })
    answer.catch(() => answers.delete(key))
    return answer
  }
}
