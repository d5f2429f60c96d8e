import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A hash of a tree: SHA-256 in lower-case hex. */
export type TreeHash = string

/** A complete subtree of 2^level leaves, the place-th of its level from the left, from 0. Level 0 is a leaf. */
export type Subtree = { readonly level: number; readonly place: number }

export type HashedSubtree = Subtree & { readonly hash: TreeHash }

/** Leaves from the one to before the other. */
export type LeafRange = { readonly from: number; readonly to: number }

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The root of a tree without leaves: the SHA-256 of nothing. */
export const EMPTY_ROOT: TreeHash = bytesToHex(sha256(new Uint8Array()))

/** The hash of a leaf: SHA-256 of a zero byte and its bytes, of a text in UTF-8. Source: RFC 6962 §2.1. */
export const leafHash = (content: string | Uint8Array): TreeHash =>
  bytesToHex(sha256(concatBytes(LEAF, typeof content === 'string' ? utf8ToBytes(content) : content)))

/** The hash over two subtrees: SHA-256 of a one byte and both hashes. No leaf has the same prefix. */
export const nodeHash = (left: TreeHash, right: TreeHash): TreeHash =>
  bytesToHex(sha256(concatBytes(NODE, hexToBytes(left), hexToBytes(right))))

/**
 * The complete subtrees that leaves of a range make up, from the left. One of them where the range is complete; for a
 * ragged right edge one for each 1 in its length as a binary number.
 * Asserts: a range as the tree splits them, so that its subtrees begin at multiples of their size.
 */
export const subtreesOf = ({ from, to }: LeafRange): Subtree[] => {
  const subtrees: Subtree[] = []
  for (let start = from; start < to;) {
    const level = Math.floor(Math.log2(to - start))
    const size = 2 ** level
    if (start % size !== 0) throw new Error(`leaves ${from} to ${to} are no part of a tree`)
    subtrees.push({ level, place: start / size })
    start += size
  }
  return subtrees
}

/** The root over subtrees from the left, each larger than the following; over none, that of an empty tree. */
export const rootOver = (hashes: readonly TreeHash[]): TreeHash =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))

/** A grown tree: the newly completed subtrees including leaves, and its current ones. */
export type GrownTree = {
  readonly size: number
  readonly subtrees: readonly HashedSubtree[]
  /** The hashes of `subtreesOf` all leaves. */
  readonly edge: readonly TreeHash[]
}

/**
 * Adds leaves to a tree known only by its edge: the hashes of `subtreesOf` all its leaves. So adding costs two hashes
 * per leaf, whatever the size.
 */
export const growTree = (
  { size, edge }: Pick<GrownTree, 'size' | 'edge'>,
  leaves: readonly TreeHash[],
): GrownTree => {
  const subtrees: HashedSubtree[] = []
  const right = [...edge]
  leaves.forEach((leaf, at) => {
    let subtree: HashedSubtree = { level: 0, place: size + at, hash: leaf }
    subtrees.push(subtree)
    while (subtree.place % 2 === 1) {
      const left = right.pop()
      if (left === undefined) throw new Error(`the edge of a tree of ${size} leaves is not whole`)
      const { level, place, hash } = subtree
      subtree = { level: level + 1, place: (place - 1) / 2, hash: nodeHash(left, hash) }
      subtrees.push(subtree)
    }
    right.push(subtree.hash)
  })
  return { size: size + leaves.length, subtrees, edge: right }
}
