import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Randomness from the system's generator. Given to commands, so that a test can replay. */
export type Random = {
  /** A whole number, 0 ≤ n < below, every one as likely: rejection sampling, no modulo bias. */
  below: (below: number) => number
  /** `bytes` random bytes as base64url text: tokens, ids nobody can guess. */
  token: (bytes: number) => string
  /** `bytes` random bytes as hex text. */
  hex: (bytes: number) => string
  uuid: () => string
}

export const systemRandom: Random = {
  below: (below) => randomInt(below),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  uuid: () => randomUUID(),
}
