import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { present } from '../../platform/errors.ts'

/** Every so many seeds one is kept: a round's seed is at most so many hashes away. */
const KEPT_EVERY = 256

/** Hashes between two breaths: a few milliseconds, in which nobody else is served. */
const HASHES_AT_ONCE = 4096

const SECRET = 64

export type KeptSeed = { place: number; seed: string }

/** A seed's own hash, which is the seed played before it: SHA-256 of its text. */
const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

/**
 * A chain of so many seeds from its last one, as `hashChain` of `@palpite/games` makes it, and of it what is kept: its
 * commitment, the last seed and every 256th before it.
 * Asserts: a secret of 64 characters.
 */
export async function makeChain(
  secret: string,
  length: number,
): Promise<{ commitment: string; kept: KeptSeed[] }> {
  if (secret.length !== SECRET) throw new Error('a chain is made from 32 random bytes as hex text')
  const kept: KeptSeed[] = []
  let seed = secret
  for (let place = length - 1; place >= 0; place -= 1) {
    if (place === length - 1 || place % KEPT_EVERY === 0) kept.push({ place, seed })
    if (place % HASHES_AT_ONCE === 0) await breathe()
    seed = hashOf(seed)
  }
  return { commitment: seed, kept }
}

/** The seed of this place, from the next one that was kept. */
export function seedAt(place: number, next: KeptSeed | undefined): string {
  const kept = present(next, 'the seed kept next')
  let { seed } = kept
  for (let at = kept.place; at > place; at -= 1) seed = hashOf(seed)
  return seed
}
