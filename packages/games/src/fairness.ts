/** HMAC-SHA256 of two UTF-8 texts, 32 bytes. The server passes Node's, the browser `plainHmac`. */
export type HmacSha256 = (key: string, message: string) => Uint8Array

/** What decides a player's round. The server seed is secret until rotated; its hash is shown before. */
export type Seeds = { readonly serverSeed: string; readonly clientSeed: string; readonly nonce: number }

const BYTES_PER_ROUND = 32
const BYTES_PER_FLOAT = 4
const GREATEST_FLOATS = 1024

/**
 * The first `count` bytes of a round's stream: HMAC(server seed, `<client seed>:<nonce>:<round>`) for round 0, 1, 2 …
 * Asserts: a nonce of zero or more, 1 to 4096 bytes.
 * Source: docs/maths/fairness.md.
 */
export const fairBytes = (hmac: HmacSha256, seeds: Seeds, count: number): Uint8Array => {
  if (!Number.isSafeInteger(seeds.nonce) || seeds.nonce < 0)
    throw new Error(`nonce must be zero or more, got ${seeds.nonce}`)
  if (!Number.isSafeInteger(count) || count < 1 || count > GREATEST_FLOATS * BYTES_PER_FLOAT) {
    throw new Error(`bytes must be 1 to ${GREATEST_FLOATS * BYTES_PER_FLOAT}, got ${count}`)
  }
  const bytes = new Uint8Array(count)
  for (let round = 0; round * BYTES_PER_ROUND < count; round += 1) {
    const block = hmac(seeds.serverSeed, `${seeds.clientSeed}:${seeds.nonce}:${round}`)
    const start = round * BYTES_PER_ROUND
    bytes.set(block.subarray(0, Math.min(BYTES_PER_ROUND, count - start)), start)
  }
  return bytes
}

/**
 * The first `count` 32-bit numbers of a round's stream, big-endian. Number / 2^32 is the float of public verifiers; as
 * whole numbers they let `scale` select exactly.
 */
export const fairWords = (hmac: HmacSha256, seeds: Seeds, count: number): number[] => {
  const { buffer, byteOffset } = fairBytes(hmac, seeds, count * BYTES_PER_FLOAT)
  const view = new DataView(buffer, byteOffset)
  const words: number[] = []
  for (let at = 0; at < count * BYTES_PER_FLOAT; at += BYTES_PER_FLOAT) words.push(view.getUint32(at))
  return words
}

/** The first `count` floats in [0, 1) of a round's stream: b0/256 + b1/256² + b2/256³ + b3/256⁴, exactly. */
export const fairFloats = (hmac: HmacSha256, seeds: Seeds, count: number): number[] =>
  fairWords(hmac, seeds, count).map((value) => value / 2 ** 32)

/**
 * floor(float × size): a whole number from 0 to size - 1.
 * Exact for size up to 2^20, because value × size stays below 2^53.
 */
export const scale = (value: number, size: number): number => Math.floor((value * size) / 2 ** 32)
