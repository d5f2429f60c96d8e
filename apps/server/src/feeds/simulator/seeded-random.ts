import { createHash } from 'node:crypto'

/** The next number of a stream, 0 ≤ n < 1. */
export type Roll = () => number

const BYTES = 4

/**
 * Numbers that follow from a text alone, the same on every machine: four bytes each of
 * SHA-256(`<seed>:<block>`). Only simulated matches come from it; nothing that must be unguessable does.
 */
export function seededRandom(seed: string): Roll {
  let block = 0
  let bytes = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at >= bytes.length) {
      bytes = createHash('sha256').update(`${seed}:${block}`).digest()
      block += 1
      at = 0
    }
    const number = bytes.readUInt32BE(at) / 2 ** 32
    at += BYTES
    return number
  }
}
