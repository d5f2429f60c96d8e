import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, sumCents } from './cents.ts'
import { prorate, splitByWeights, splitEvenly } from './split.ts'

const amounts = fc.integer({ min: 0, max: 1_000_000_000 }).map(cents)

describe('splitting money', () => {
  test('keeps every cent and gives each part its share within a cent', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(amounts, weights, (amount, shares) => {
        fc.pre(shares.some((share) => share > 0))
        const whole = shares.reduce((sum, share) => sum + share, 0)
        const parts = splitByWeights(amount, shares)
        expect(sumCents(parts)).toBe(amount)
        for (const [place, part] of parts.entries()) {
          expect(Math.abs(part - (amount * (shares[place] ?? 0)) / whole)).toBeLessThan(1)
        }
      }),
    )
  })

  test('gives spare cents to the largest remainders, the first one first', () => {
    expect(splitEvenly(cents(100), 3)).toEqual([34, 33, 33])
    expect(splitByWeights(cents(10), [1, 2, 0])).toEqual([3, 7, 0])
    // 4 over 5:3:2 is 2.0, 1.2 and 0.8: the spare cent goes to the smallest weight, which has the largest remainder.
    expect(splitByWeights(cents(4), [5, 3, 2])).toEqual([2, 1, 1])
    expect(splitByWeights(cents(1), [1, 1, 1])).toEqual([1, 0, 0])
    expect(splitByWeights(cents(0), [1, 2])).toEqual([0, 0])
  })

  test('refuses what cannot be split', () => {
    expect(() => splitByWeights(cents(-1), [1])).toThrow('zero or more')
    expect(() => splitByWeights(cents(1), [0, 0])).toThrow('above zero')
    expect(() => splitByWeights(cents(1), [0.5, 1])).toThrow('weights must be whole')
    expect(() => splitByWeights(cents(1), [2, -1])).toThrow('weights must be whole')
  })

  test.each([0, -1, 1.5, 10_001, Number.NaN])('refuses to split into %d parts', (parts) => {
    expect(() => splitEvenly(cents(1), parts)).toThrow('1 to 10,000')
  })

  test('splits into one part, and into ten thousand', () => {
    expect(splitEvenly(cents(7), 1)).toEqual([7])
    expect(splitEvenly(cents(10_001), 10_000).slice(0, 3)).toEqual([2, 1, 1])
  })

  test('prorates down, and the part and its rest never exceed the amount', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1000 }), (amount, part) => {
        expect(prorate(amount, part, 1000) + prorate(amount, 1000 - part, 1000)).toBeLessThanOrEqual(amount)
      }),
    )
    expect(prorate(cents(999), 1, 2)).toBe(499)
    expect(() => prorate(cents(1), 3, 2)).toThrow('between zero and its whole')
    expect(() => prorate(cents(-1), 1, 2)).toThrow('zero or more')
  })

  test.each([
    [3, 2],
    [-1, 2],
    [0, 0],
    [0, -1],
    [0.5, 2],
    [1, 1.5],
    [1, 2 ** 53],
  ])('refuses to prorate %d of %d', (part, whole) => {
    expect(() => prorate(cents(1), part, whole)).toThrow('between zero and its whole')
  })

  test('prorates nothing to nothing, and a whole to all of it', () => {
    expect(prorate(cents(0), 1, 2)).toBe(0)
    expect(prorate(cents(999), 0, 2)).toBe(0)
    expect(prorate(cents(999), 2, 2)).toBe(999)
    expect(prorate(cents(1000), 2, 3)).toBe(666)
  })
})
