import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, centsFromReais, plainReais, reaisFromCents, sumCents } from './cents.ts'

describe('amounts of money', () => {
  test.each([
    [0, 0],
    [0.1, 10],
    [1.005, undefined],
    [19.99, 1999],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [10_000_000_000, 1_000_000_000_000],
    [10_000_000_000.01, undefined],
    [-1, undefined],
    [-0, 0],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [0.001, undefined],
    [1e-7, undefined],
    [1e300, undefined],
  ])('%d reais are %s cents', (reais, expected) => {
    expect(centsFromReais(reais)).toBe(expected)
  })

  test('every amount of two decimals survives the way to the wire and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amount) => {
        expect(centsFromReais(reaisFromCents(cents(amount)))).toBe(amount)
        expect(centsFromReais(Number(plainReais(cents(amount))))).toBe(amount)
      }),
    )
  })

  test('more than two decimals are never money', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 9 }),
        (amount, third) => {
          expect(centsFromReais(Number(`${plainReais(cents(amount))}${third}`))).toBeUndefined()
        },
      ),
    )
  })

  test.each([0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])('%d is not whole cents', (amount) => {
    expect(() => cents(amount)).toThrow('safe integer')
  })

  test('there is no minus zero cents', () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
  })

  test('plain text has a point and two decimals', () => {
    expect([1050, 5, 0, -250, 123_456_789].map((amount) => plainReais(cents(amount)))).toEqual([
      '10.50',
      '0.05',
      '0.00',
      '-2.50',
      '1234567.89',
    ])
  })

  test('a sum is exact, and refuses to leave the safe integers', () => {
    expect(sumCents([cents(10), cents(20), cents(-5)])).toBe(25)
    expect(() => sumCents([cents(2 ** 53 - 1), cents(2 ** 53 - 1)])).toThrow('safe integer')
  })
})
