import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  consistencyRanges,
  EMPTY_ROOT,
  growTree,
  inclusionRanges,
  isConsistent,
  isIncluded,
  leafHash,
  type LeafRange,
  nodeHash,
  rootOver,
  subtreesOf,
  treeHeadBytes,
} from './log.ts'

/**
 * The eight leaves that implementations of RFC 6962 are tested with, and the root over each number of the
 * first ones.
 */
const published = {
  leaves: [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ],
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
}
const publishedLeaves = published.leaves.map((hex) => leafHash(hexToBytes(hex)))

/** The root as the RFC defines it, reading every leaf: MTH(D[n]). */
const naiveRoot = (leaves: readonly string[]): string => {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0] ?? ''
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

const empty = { size: 0, edge: [] }

/** Roots of ranges from stored subtrees alone, as a server has them that does not read leaves again. */
const keeper = (leaves: readonly string[]) => {
  const { subtrees } = growTree(empty, leaves)
  const kept = new Map(subtrees.map(({ level, place, hash }) => [`${level}/${place}`, hash]))
  const rootOf = (range: LeafRange) =>
    rootOver(subtreesOf(range).map(({ level, place }) => kept.get(`${level}/${place}`) ?? 'not kept'))
  return (ranges: readonly LeafRange[]) => ranges.map(rootOf)
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => leafHash(`entry ${at}`))

describe('the tree of the public log', () => {
  test.each(published.roots.map((root, size) => ({ root, size })))(
    'the published tree of $size leaves has its root',
    ({ root, size }) => {
      const { edge } = growTree(empty, publishedLeaves.slice(0, size))
      expect(rootOver(edge)).toBe(root)
      expect(naiveRoot(publishedLeaves.slice(0, size))).toBe(root)
    },
  )

  test.each([
    {
      leaf: 0,
      size: 8,
      path: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      leaf: 5,
      size: 8,
      path: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    { leaf: 2, size: 3, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  ])('leaf $leaf of $size has the published proof', ({ leaf, size, path }) => {
    expect(keeper(publishedLeaves)(inclusionRanges(leaf, size))).toEqual(path)
  })

  test.each([
    {
      earlier: 1,
      later: 8,
      proof: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      earlier: 6,
      later: 8,
      proof: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      earlier: 2,
      later: 5,
      proof: [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ])('from $earlier to $later leaves there is the published proof', ({ earlier, later, proof }) => {
    expect(keeper(publishedLeaves)(consistencyRanges(earlier, later))).toEqual(proof)
  })

  test('however leaves are added, the root is that of all of them at once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), (batches) => {
        let tree: { size: number; edge: readonly string[] } = empty
        const leaves = leavesOf(batches.reduce((sum, count) => sum + count, 0))
        for (const count of batches) tree = growTree(tree, leaves.slice(tree.size, tree.size + count))
        expect(tree.size).toBe(leaves.length)
        expect(rootOver(tree.edge)).toBe(naiveRoot(leaves))
      }),
    )
  })

  test('every leaf is proven in every tree that has it, and nothing else is', () => {
    const leaves = leavesOf(70)
    const rootsOf = keeper(leaves)
    for (let size = 1; size <= leaves.length; size += 1) {
      const root = naiveRoot(leaves.slice(0, size))
      for (let leafIndex = 0; leafIndex < size; leafIndex += 1) {
        const path = rootsOf(inclusionRanges(leafIndex, size))
        const leaf = leaves[leafIndex] ?? ''
        expect(isIncluded(leaf, { leafIndex, size, path }, root)).toBe(true)
        expect(isIncluded(leafHash('another'), { leafIndex, size, path }, root)).toBe(false)
        expect(isIncluded(leaf, { leafIndex: leafIndex + 1, size, path }, root)).toBe(false)
        expect(isIncluded(leaf, { leafIndex, size, path: [...path, leaf] }, root)).toBe(false)
        // A single leaf has no other to leave out.
        expect(isIncluded(leaf, { leafIndex, size, path: path.slice(1) }, root)).toBe(size === 1)
      }
    }
  })

  test('every tree is proven to begin with every earlier one, and with no other', () => {
    const leaves = leavesOf(66)
    const rootsOf = keeper(leaves)
    const roots = Array.from({ length: leaves.length + 1 }, (_, size) => ({
      size,
      rootHash: naiveRoot(leaves.slice(0, size)),
    }))
    for (const later of roots.slice(1)) {
      for (const earlier of roots.slice(1, later.size + 1)) {
        const proof = rootsOf(consistencyRanges(earlier.size, later.size))
        expect(isConsistent(earlier, later, proof)).toBe(true)
        expect(isConsistent({ ...earlier, rootHash: leafHash('x') }, later, proof)).toBe(false)
        expect(isConsistent(earlier, { ...later, rootHash: leafHash('x') }, proof)).toBe(false)
        expect(isConsistent(earlier, later, [...proof, leafHash('x')])).toBe(false)
        expect(isConsistent(later, earlier, proof)).toBe(earlier.size === later.size)
      }
    }
  })

  test('a proof with any changed hash proves nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), (size, someLeaf, somePart) => {
        const leaves = leavesOf(size)
        const leafIndex = someLeaf % size
        const path = keeper(leaves)(inclusionRanges(leafIndex, size))
        const at = somePart % path.length
        const changed = path.map((hash, part) => (part === at ? leafHash(hash) : hash))
        const root = naiveRoot(leaves)
        expect(isIncluded(leaves[leafIndex] ?? '', { leafIndex, size, path: changed }, root)).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  test('proofs of a log of a thousand million entries are thirty hashes long', () => {
    expect(inclusionRanges(123_456_789, 2 ** 30)).toHaveLength(30)
    expect(inclusionRanges(0, 2 ** 40 + 1)).toHaveLength(41)
  })

  test('there is no proof for what is not in the tree', () => {
    expect(() => inclusionRanges(8, 8)).toThrow('no leaf 8 of 8')
    expect(() => consistencyRanges(0, 8)).toThrow('does not begin')
    expect(() => consistencyRanges(9, 8)).toThrow('does not begin')
    expect(() => subtreesOf({ from: 1, to: 3 })).toThrow('no part of a tree')
  })

  test('a tree head is signed as fifty bytes: version, kind, time, size and root', () => {
    const bytes = treeHeadBytes({ size: 3, rootHash: 'ab'.repeat(32), timestampMs: 2 })
    expect(Buffer.from(bytes).toString('hex')).toBe(
      `0001${'0'.repeat(15)}2${'0'.repeat(15)}3${'ab'.repeat(32)}`,
    )
  })
})
