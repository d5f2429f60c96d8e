/** Runs all, this many at once, and returns the results in order. */
export async function inTurn<A, B>(
  all: readonly A[],
  atOnce: number,
  work: (one: A, at: number) => Promise<B>,
): Promise<B[]> {
  const done: B[] = []
  let next = 0
  const hands = Array.from({ length: Math.min(atOnce, all.length) }, async () => {
    while (next < all.length) {
      const at = next
      next += 1
      done[at] = await work(all[at] as A, at)
    }
  })
  await Promise.all(hands)
  return done
}
