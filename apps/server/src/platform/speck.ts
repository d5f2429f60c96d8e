/** 64 bits as two halves of 32, the upper one first. */
export type Block = readonly [number, number]

const ROUNDS = 27

const right = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const left = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/**
 * Speck64/128, a block cipher of 64 bits that is a few additions and turns of 32-bit words: where a number has to become
 * another one of the same size and back. The ciphers of `node:crypto` have no such small block, and a call of theirs
 * takes longer than all of this.
 * Source: Beaulieu and others, "The Simon and Speck families of lightweight block ciphers", 2013, §4 and appendix C.
 */
export function encrypt(keys: readonly number[], [upper, lower]: Block): Block {
  let [x, y] = [upper | 0, lower | 0]
  for (const key of keys) {
    x = ((right(x, 8) + y) | 0) ^ key
    y = left(y, 3) ^ x
  }
  return [x >>> 0, y >>> 0]
}

/** What `encrypt` made of a block, undone. */
export function decrypt(keys: readonly number[], [upper, lower]: Block): Block {
  let [x, y] = [upper | 0, lower | 0]
  for (let round = keys.length - 1; round >= 0; round -= 1) {
    y = right(y ^ x, 3)
    x = left(((x ^ (keys[round] ?? 0)) - y) | 0, 8)
  }
  return [x >>> 0, y >>> 0]
}

/** The keys of all rounds from a key of four words, the last word of the published notation first. */
export function roundKeys(key: Uint32Array): number[] {
  const [first = 0, ...others] = key
  const keys = [first | 0]
  for (let round = 0; round < ROUNDS - 1; round += 1) {
    const last = keys[round] ?? 0
    const next = ((last + right(others[round] ?? 0, 8)) | 0) ^ round
    others.push(next)
    keys.push(left(last, 3) ^ next)
  }
  return keys
}
