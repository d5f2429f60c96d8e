import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ONE,
  ZERO,
  add,
  compare,
  divide,
  floor,
  floorToCents,
  fraction,
  fractionFromDecimal,
  halfUpToCents,
  multiply,
  subtract,
  toNumber,
} from './fraction.ts'

const anyFraction = fc
  .tuple(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), fc.bigInt({ min: 1n, max: 1_000_000n }))
  .map(([n, d]) => fraction(n, d))

describe('exact numbers', () => {
  test('are kept in lowest terms with a positive denominator', () => {
    expect(fraction(6, -4)).toEqual({ n: -3n, d: 2n })
    expect(fraction(0, 5)).toEqual({ n: 0n, d: 1n })
    expect(() => fraction(1, 0)).toThrow('zero denominator')
  })

  test('add and subtract, multiply and divide undo each other', () => {
    fc.assert(
      fc.property(anyFraction, anyFraction, (a, b) => {
        expect(subtract(add(a, b), b)).toEqual(a)
        fc.pre(b.n !== 0n)
        expect(divide(multiply(a, b), b)).toEqual(a)
      }),
    )
  })

  test('are worked out as on paper', () => {
    expect(add(fraction(1, 2), fraction(1, 3))).toEqual({ n: 5n, d: 6n })
    expect(subtract(fraction(1, 2), fraction(1, 3))).toEqual({ n: 1n, d: 6n })
    expect(multiply(fraction(2, 3), fraction(3, 4))).toEqual({ n: 1n, d: 2n })
    expect(divide(fraction(1, 2), fraction(3, 4))).toEqual({ n: 2n, d: 3n })
    expect([ZERO, ONE].map(toNumber)).toEqual([0, 1])
    expect(fraction(3)).toEqual({ n: 3n, d: 1n })
    expect(fraction(-6, -4)).toEqual({ n: 3n, d: 2n })
  })

  test.each([
    [fraction(1, 2), fraction(1, 3), 1],
    [fraction(1, 3), fraction(1, 2), -1],
    [fraction(2, 4), fraction(1, 2), 0],
    [fraction(-1, 2), fraction(1, 3), -1],
  ])('compare %o with %o as %d', (a, b, expected) => {
    expect(compare(a, b)).toBe(expected)
  })

  test('compare like the numbers they are', () => {
    fc.assert(
      fc.property(anyFraction, anyFraction, (a, b) => {
        expect(Math.sign(compare(a, b))).toBe(Math.sign(toNumber(a) - toNumber(b)))
      }),
    )
  })

  test('round down to a whole that is not above, and less than one below', () => {
    fc.assert(
      fc.property(anyFraction, (a) => {
        const gap = subtract(a, fraction(floor(a)))
        expect(compare(gap, fraction(0)) >= 0 && compare(gap, fraction(1)) < 0).toBe(true)
      }),
    )
  })

  test.each([
    ['1.85', { n: 37n, d: 20n }],
    ['-0.25', { n: -1n, d: 4n }],
    ['+3', { n: 3n, d: 1n }],
    ['-7', { n: -7n, d: 1n }],
    ['12.375', { n: 99n, d: 8n }],
    ['9'.repeat(40), { n: 10n ** 40n - 1n, d: 1n }],
    ['x1.85', undefined],
    ['1.85x', undefined],
    ['1.2.3', undefined],
    ['.5', undefined],
    ['--1', undefined],
    ['1e5', undefined],
    ['', undefined],
    ['1.', undefined],
    ['0x10', undefined],
    ['9'.repeat(41), undefined],
  ])('the text %s reads as %s', (text, expected) => {
    expect(fractionFromDecimal(text)).toEqual(expected)
  })

  test('cents are rounded down, or half up where that is asked for', () => {
    const values = [
      fraction(5, 2),
      fraction(-5, 2),
      fraction(7, 3),
      fraction(8, 3),
      fraction(-3),
      fraction(0),
    ]
    expect(values.map(floorToCents)).toEqual([2, -3, 2, 2, -3, 0])
    expect(values.map(halfUpToCents)).toEqual([3, -3, 2, 3, -3, 0])
  })

  test('gigantic fractions still have a nearest double', () => {
    expect(toNumber({ n: 10n ** 400n, d: 10n ** 399n })).toBeCloseTo(10, 10)
    expect(toNumber({ n: 10n ** 400n, d: 10n ** 200n }) / 1e200).toBeCloseTo(1, 10)
    expect(toNumber({ n: 10n ** 200n, d: 10n ** 400n }) / 1e-200).toBeCloseTo(1, 10)
  })
})
