import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainCommitment, hashChain, isNextInChain } from './chain.ts'
import { sharedDraw } from './shared-draws.ts'
import { fairBytes, fairFloats, fairWords, scale, type HmacSha256 } from './fairness.ts'
import { plainHmac, seedHash } from './plain-hmac.ts'
import { ALGORITHM_VERSIONS, isCommitted, roundOutcome, type RoundProof } from './verify.ts'
import { drawPlaces, fairShuffle } from './words.ts'

const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

const anySeeds = fc.record({
  serverSeed: fc.string({ minLength: 1, maxLength: 64 }),
  clientSeed: fc.string({ maxLength: 64 }),
  nonce: fc.nat(),
})

describe('fairness', () => {
  test('the browser and the server compute the same bytes', () => {
    fc.assert(
      fc.property(anySeeds, fc.integer({ min: 1, max: 100 }), (seeds, count) => {
        expect([...fairBytes(plainHmac, seeds, count)]).toEqual([...fairBytes(nodeHmac, seeds, count)])
      }),
    )
  })

  test('a longer stream begins with the shorter one', () => {
    fc.assert(
      fc.property(anySeeds, fc.integer({ min: 1, max: 40 }), (seeds, count) => {
        expect(fairFloats(nodeHmac, seeds, 50).slice(0, count)).toEqual(fairFloats(nodeHmac, seeds, count))
      }),
    )
  })

  test('floats are in 0..1 and equal the words over 2^32', () => {
    fc.assert(
      fc.property(anySeeds, (seeds) => {
        const floats = fairFloats(nodeHmac, seeds, 16)
        expect(floats.every((float) => float >= 0 && float < 1)).toBe(true)
        expect(floats.map((float) => float * 2 ** 32)).toEqual(fairWords(nodeHmac, seeds, 16))
      }),
    )
  })

  test('scaling a word is exact at both ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 1, max: 2 ** 20 }),
        (word, size) => {
          expect(BigInt(scale(word, size))).toBe((BigInt(word) * BigInt(size)) >> 32n)
        },
      ),
    )
  })

  test('a draw takes every place at most once, a shuffle all', () => {
    fc.assert(
      fc.property(anySeeds, fc.integer({ min: 1, max: 52 }), (seeds, size) => {
        expect(fairShuffle(nodeHmac, seeds, size).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: size }, (_, place) => place),
        )
      }),
    )
    const half = 2 ** 31
    const last = 2 ** 32 - 1
    expect(drawPlaces([0, 0, 0], 3, 3)).toEqual([0, 1, 2])
    expect(drawPlaces([last, last, last], 3, 3)).toEqual([2, 1, 0])
    expect(drawPlaces([half, 0, half], 4, 3)).toEqual([2, 0, 3]) // of 0 1 2 3, of 0 1 3, of 1 3
    expect(drawPlaces([], 3, 0)).toEqual([])
    expect(() => drawPlaces([], 3, 4)).toThrow('cannot draw 4 of 3')
    expect(() => drawPlaces([0, 0, 0, 0], 3, 4)).toThrow('cannot draw')
    expect(() => drawPlaces([0], 3, 2)).toThrow('cannot draw')
    expect(() => drawPlaces([0], 3, -1)).toThrow('cannot draw')
  })

  test.each([-1, 0.5, Number.NaN])('a nonce of %d is refused', (nonce) => {
    expect(() => fairBytes(nodeHmac, { serverSeed: 'a', clientSeed: 'b', nonce }, 4)).toThrow('nonce')
  })

  test('a stream is 1 to 4096 bytes, each 32 of them of a round of their own', () => {
    const seeds = { serverSeed: 'a', clientSeed: 'b', nonce: 0 }
    for (const count of [0, 1.5, 4097])
      expect(() => fairBytes(nodeHmac, seeds, count)).toThrow(`bytes must be 1 to 4096, got ${count}`)
    expect(() => fairBytes(nodeHmac, { ...seeds, nonce: -1 }, 4)).toThrow(
      'nonce must be zero or more, got -1',
    )
    const rounds = Array.from({ length: 128 }, (_, round) => nodeHmac('a', `b:0:${round}`))
    expect(Buffer.from(fairBytes(nodeHmac, seeds, 4096))).toEqual(Buffer.concat(rounds))
    expect(Buffer.from(fairBytes(nodeHmac, seeds, 33))).toEqual(Buffer.concat(rounds).subarray(0, 33))
    expect(fairWords(nodeHmac, seeds, 1024)[1023]).toBe(Buffer.concat(rounds).readUInt32BE(4092))
  })

  test('too long a stream is refused', () => {
    expect(() => fairFloats(nodeHmac, { serverSeed: 'a', clientSeed: 'b', nonce: 0 }, 1025)).toThrow(
      'bytes must be',
    )
  })

  test('a commitment is the hash of the seed text', () => {
    expect(seedHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(isCommitted('abc', seedHash('abc'))).toBe(true)
    expect(isCommitted('abd', seedHash('abc'))).toBe(false)
  })
})

describe('the chain of shared rounds', () => {
  test('each seed is proven by the previous one, and the first by the commitment', () => {
    const seeds = hashChain('secret', 50)
    const known = [chainCommitment(seeds), ...seeds]
    expect(seeds.every((seed, place) => isNextInChain(known[place] ?? '', seed))).toBe(true)
    expect(isNextInChain(seeds[0] ?? '', 'something else')).toBe(false)
    for (const length of [0, 1.5, 2_000_001])
      expect(() => hashChain('secret', length)).toThrow(`chain length: ${length}`)
    // SHA-256 of the text `secret`, by Python's hashlib.
    const hash = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'
    expect(hashChain('secret', 2)).toEqual([hash, 'secret'])
    expect(hashChain('secret', 1)).toEqual(['secret'])
    expect(chainCommitment(['secret', 'another'])).toBe(hash)
  })

  test('a draw stays within its size and every value comes', () => {
    const seeds = hashChain('another secret', 400)
    const slots = seeds.map((seed) => sharedDraw(nodeHmac, { seed, salt: 'salt' }, 15))
    expect(new Set(slots).size).toBe(15)
    expect(slots.every((slot) => slot >= 0 && slot < 15)).toBe(true)
  })
})

describe('verifying a round', () => {
  const anyProof: fc.Arbitrary<RoundProof> = fc.oneof(
    fc.record({ game: fc.constantFrom('dice', 'limbo', 'slot'), version: fc.constant(1), seeds: anySeeds }),
    fc.record({
      game: fc.constant('mines'),
      version: fc.constant(1),
      seeds: anySeeds,
      mineCount: fc.integer({ min: 1, max: 24 }),
    }),
    fc.record({
      game: fc.constant('rowDouble'),
      version: fc.constant(1),
      seeds: anySeeds,
      difficulty: fc.constantFrom('easy', 'medium', 'hard', 'expert', 'master'),
    }),
    fc.record({
      game: fc.constantFrom('double', 'luckyColor', 'crash'),
      version: fc.constant(1),
      seed: fc.string({ minLength: 1 }),
      salt: fc.string(),
    }),
  )

  test("in the browser gives the server's result", () => {
    fc.assert(
      fc.property(anyProof, (proof) => {
        expect(roundOutcome(proof)).toEqual(roundOutcome(proof, nodeHmac))
        expect(roundOutcome(proof).ok).toBe(true)
      }),
    )
  })

  test('of the first version rolls the same as now', () => {
    const seeds = { serverSeed: 'a', clientSeed: 'b', nonce: 0 }
    expect(ALGORITHM_VERSIONS.dice).toBe(2)
    expect(roundOutcome({ game: 'dice', version: 1, seeds })).toEqual(
      roundOutcome({ game: 'dice', version: 2, seeds }),
    )
  })

  test('names an unknown version instead of guessing', () => {
    const seeds = { serverSeed: 'a', clientSeed: 'b', nonce: 0 }
    for (const version of [0, 3, 1.5, Number.NaN]) {
      expect(roundOutcome({ game: 'dice', version, seeds })).toEqual({ ok: false, reason: 'unknown_version' })
    }
    expect(Object.keys(ALGORITHM_VERSIONS)).toHaveLength(8)
  })
})
