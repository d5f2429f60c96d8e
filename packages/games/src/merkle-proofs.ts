import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { type LeafRange, nodeHash, type TreeHash } from './merkle-tree.ts'

/** The largest power of two below this number of leaves: where the tree splits. */
const splitOf = (leaves: number): number => 2 ** Math.ceil(Math.log2(leaves) - 1)

/**
 * The parts of a tree whose roots prove that a leaf is in it, in the order of the proof: PATH(m, D[n]).
 * Asserts: a leaf of the tree.
 * Source: RFC 6962 §2.1.1.
 */
export const inclusionRanges = (leaf: number, size: number): LeafRange[] => {
  if (!(Number.isSafeInteger(leaf) && leaf >= 0 && leaf < size)) throw new Error(`no leaf ${leaf} of ${size}`)
  const ranges: LeafRange[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (leaf < middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
    }
  }
  return ranges.toReversed()
}

/**
 * The parts of a tree whose roots prove that it began with the leaves of an earlier size: PROOF(m, D[n]). None where both are
 * of one size.
 * Asserts: an earlier size of one leaf or more, no greater than the later one.
 * Source: RFC 6962 §2.1.2.
 */
export const consistencyRanges = (earlier: number, later: number): LeafRange[] => {
  if (!(Number.isSafeInteger(earlier) && earlier >= 1 && earlier <= later))
    throw new Error(`a tree of ${later} does not begin with one of ${earlier}`)
  const ranges: LeafRange[] = []
  let [from, to] = [0, later]
  while (to !== earlier) {
    const middle = from + splitOf(to - from)
    if (earlier <= middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
    }
  }
  // The earlier tree's known root needs no proof.
  if (from > 0) ranges.push({ from, to })
  return ranges.toReversed()
}

const isOdd = (place: number) => place % 2 === 1
const half = (place: number) => Math.floor(place / 2)

export type InclusionProof = {
  readonly leafIndex: number
  readonly size: number
  readonly path: readonly TreeHash[]
}

/** Whether this proof leads from the leaf to the root. Source: RFC 9162 §2.1.3.2, for the proofs of RFC 6962. */
export const isIncluded = (
  leaf: TreeHash,
  { leafIndex, size, path }: InclusionProof,
  root: TreeHash,
): boolean => {
  if (leafIndex < 0 || leafIndex >= size) return false
  let [place, last, hash] = [leafIndex, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && hash === root
}

/** A tree's size and root. */
export type SizedRoot = { readonly size: number; readonly rootHash: TreeHash }

/**
 * Whether the later tree begins with all leaves of the earlier one. Source: RFC 9162 §2.1.4.2, for the proofs of RFC
 * 6962.
 */
export const isConsistent = (earlier: SizedRoot, later: SizedRoot, proof: readonly TreeHash[]): boolean => {
  if (earlier.size === 0) return proof.length === 0
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return proof.length === 0 && earlier.rootHash === later.rootHash
  const isWhole = Number.isInteger(Math.log2(earlier.size))
  const [first, ...rest] = isWhole ? [earlier.rootHash, ...proof] : proof
  if (first === undefined) return false
  let [place, last] = [earlier.size - 1, later.size - 1]
  while (isOdd(place)) [place, last] = [half(place), half(last)]
  let [before, now] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      before = nodeHash(sibling, before)
      now = nodeHash(sibling, now)
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)]
    } else {
      now = nodeHash(now, sibling)
    }
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && before === earlier.rootHash && now === later.rootHash
}

/** A log's head: size, root, and signing time in epoch milliseconds. */
export type TreeHead = SizedRoot & { readonly timestampMs: number }

const SHAPE = Uint8Array.of(0, 1) // version 1, a tree hash

/** The signed bytes of a tree head: version, kind, time, size and root. Source: RFC 6962 §3.5. */
export const treeHeadBytes = ({ size, rootHash, timestampMs }: TreeHead): Uint8Array => {
  const numbers = new DataView(new ArrayBuffer(16))
  numbers.setBigUint64(0, BigInt(timestampMs))
  numbers.setBigUint64(8, BigInt(size))
  return concatBytes(SHAPE, new Uint8Array(numbers.buffer), hexToBytes(rootHash))
}
