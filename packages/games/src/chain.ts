import { seedHash } from './plain-hmac.ts'

/** Longest chain that is made in one go: a million rounds are a year of rounds of thirty seconds. */
const LONGEST_CHAIN = 2_000_000

/**
 * The seeds of shared rounds in the order they are played. Made backwards from one secret: each seed is the SHA-256
 * of the text of the one played after it. The hash of the first is published before the first round.
 * Asserts: 1 to 2,000,000 seeds.
 */
export const hashChain = (secret: string, length: number): string[] => {
  if (!Number.isSafeInteger(length) || length < 1 || length > LONGEST_CHAIN)
    throw new Error(`chain length: ${length}`)
  const seeds: string[] = []
  let seed = secret
  for (let place = 0; place < length; place += 1) {
    seeds.push(seed)
    seed = seedHash(seed)
  }
  return seeds.toReversed()
}

/** What is published before a chain is used: the hash of its first seed. */
export const chainCommitment = (seeds: readonly string[]): string => seedHash(seeds[0] ?? '')

/** Does this round's seed follow from what was known before: is its hash the last seed (or the commitment)? */
export const isNextInChain = (known: string, seed: string): boolean => seedHash(seed) === known
