import { hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'

/** The kinds of public ids. Each has its own permutation: the same number reads differently in each. */
export type IdKind =
  | 'bet'
  | 'round'
  | 'player'
  | 'message'
  | 'thread'
  | 'line'
  | 'win'
  | 'session'
  | 'passkey'
  | 'operator'
  | 'studioPlayer'

export type PublicIds = {
  /** The public form of an id: thirteen letters and digits that reveal neither count nor order. */
  show: (id: number) => string
  /**
   * The internal id. An invented id, or one of another kind, gives 0 or any number, under which the caller owns
   * nothing.
   */
  read: (shown: string) => number
}

/** Unambiguous letters and digits (Crockford): without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 2 ** 32

/**
 * The public ids of a kind: a permutation of all 64-bit numbers, keyed by the server's secret; docs/decisions/0020
 * gives the reason. Takes a fraction of a microsecond.
 */
export function publicIds({ PUBLIC_ID_SECRET }: Pick<Config, 'PUBLIC_ID_SECRET'>, kind: IdKind): PublicIds {
  const known = opened.get(`${kind} ${PUBLIC_ID_SECRET}`)
  if (known) return known
  const ids = idsBy(hkdfSync('sha256', PUBLIC_ID_SECRET, '', `public ids: ${kind}`, 16))
  opened.set(`${kind} ${PUBLIC_ID_SECRET}`, ids)
  return ids
}

const opened = new Map<string, PublicIds>()

function idsBy(key: ArrayBuffer): PublicIds {
  const keys = roundKeys(new Uint32Array(key))
  return {
    show: (id) => spell(...encrypt(keys, [Math.floor(id / HALF), id >>> 0])),
    read: (shown) => {
      const [left, right] = decrypt(keys, unspell(shown))
      const id = left * HALF + right
      return Number.isSafeInteger(id) ? id : 0
    },
  }
}

/** 64 bits as thirteen letters of five bits; the first uses only four. */
function spell(left: number, right: number): string {
  let text = ''
  for (let at = 0; at < 13; at += 1) text += ALPHABET[fiveBits(left, right, 60 - 5 * at)]
  return text
}

/** The five bits from this position on, counted from the right. */
function fiveBits(left: number, right: number, from: number): number {
  if (from >= 32) return (left >>> (from - 32)) & 31
  const above = from > 27 ? left << (32 - from) : 0
  return ((right >>> from) | above) & 31
}

function unspell(text: string): [number, number] {
  let bits = 0n
  for (const letter of text) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(letter))
  return [Number((bits >> 32n) & 0xffff_ffffn), Number(bits & 0xffff_ffffn)]
}

/** 64 bits as two halves of 32, the upper one first. */
type Block = readonly [number, number]

const ROUNDS = 27

const right = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const left = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/**
 * Speck64/128, a 64-bit block cipher of a few additions and rotations of 32-bit words: for mapping a number to
 * another of the same size and back. The ciphers of `node:crypto` have no such small block, and one call of theirs
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

/** The inverse of `encrypt`. */
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
