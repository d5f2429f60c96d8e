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
  })

  test('refuses what cannot be split', () => {
    expect(() => splitByWeights(cents(-1), [1])).toThrow('zero or more')
    expect(() => splitByWeights(cents(1), [0, 0])).toThrow('above zero')
    expect(() => splitByWeights(cents(1), [0.5])).toThrow('whole')
    expect(() => splitEvenly(cents(1), 0)).toThrow('1 to 10,000')
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
})
