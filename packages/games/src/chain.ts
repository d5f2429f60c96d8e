import { seedHash } from './plain-hmac.ts'

/** The longest chain created at once: a million rounds are a year of rounds of thirty seconds. */
const LONGEST_CHAIN = 2_000_000

/**
 * The seeds of shared rounds in playing order, created backwards from one secret: each seed is the SHA-256 of the text
 * of the next one. The first one's hash is published before the first round. Asserts: 1 to 2,000,000 seeds.
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

/** The published commitment of a chain: its first seed's hash. */
export const chainCommitment = (seeds: readonly string[]): string => seedHash(seeds[0] ?? '')

/** Whether a round's seed follows from the previous seed or the commitment: its hash equals it. */
export const isNextInChain = (known: string, seed: string): boolean => seedHash(seed) === known
