import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Proof of work: a number whose hash with the challenge starts with this many zero bits. It takes a moment to find and
 * none to verify, so bulk guessing costs something when throttled.
 */
export type Challenge = { challenge: string; bits: number }

/** The range of proof numbers: four bytes, thousands of times what the hardest challenge needs. */
const NUMBERS = 2 ** 32

/** The proof for a call: the challenge and the found number. */
export function solveChallenge({ challenge, bits }: Challenge): string {
  const block = blockOf(challenge)
  for (let number = 0; number < NUMBERS; number += 1) {
    if (zeroBits(hashOf(block, number)) >= bits) return `${challenge}:${number}`
  }
  throw new Error('no number proves this challenge')
}

/** Whether this number proves the challenge. */
export const isProof = ({ challenge, bits }: Challenge, number: number): boolean =>
  Number.isInteger(number) &&
  number >= 0 &&
  number < NUMBERS &&
  zeroBits(hashOf(blockOf(challenge), number)) >= bits

/** The challenge's hash with room for the number, so that each try is one SHA-256 block. */
const blockOf = (challenge: string): Uint8Array => {
  const block = new Uint8Array(36)
  block.set(sha256(utf8ToBytes(challenge)))
  return block
}

const hashOf = (block: Uint8Array, number: number): Uint8Array => {
  new DataView(block.buffer).setUint32(32, number)
  return sha256(block)
}

function zeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte === 0) {
      bits += 8
      continue
    }
    return bits + Math.clz32(byte) - 24
  }
  return bits
}
