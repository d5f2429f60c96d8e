import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { present } from '../../platform/errors.ts'

/** One seed in this many is stored: a round's seed is at most that many hashes away. */
const KEPT_EVERY = 256

/** Hashes between two yields to the event loop: a few milliseconds. */
const HASHES_AT_ONCE = 4096

const SECRET = 64

export type KeptSeed = { place: number; seed: string }

/** The hash of a seed, which is the seed played before it: SHA-256 of its text. */
const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

/**
 * A chain of seeds from its last one, as `hashChain` of `@palpite/games` computes it; returns what is stored: its
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

/** The seed at this place, from the next stored one. */
export function seedAt(place: number, next: KeptSeed | undefined): string {
  const kept = present(next, 'the next stored seed')
  let { seed } = kept
  for (let at = kept.place; at > place; at -= 1) seed = hashOf(seed)
  return seed
}
