import { describe, expect, test } from 'vitest'
import { crossing } from './solve.ts'

/** The function, and how often it was asked. */
const counted = (rise: (x: number) => number) => {
  const asked: number[] = []
  return { asked, rise: (x: number) => rise(asked[asked.push(x) - 1] ?? Number.NaN) }
}

describe('where a function crosses zero', () => {
  test.each([
    { name: 'rising', rise: (x: number) => x ** 3 - 2, from: 0, to: 2, root: Math.cbrt(2) },
    { name: 'falling', rise: (x: number) => 5 - x, from: 0, to: 11, root: 5 },
    { name: 'below zero', rise: (x: number) => x + Math.PI, from: -10, to: -1, root: -Math.PI },
  ])('$name is found to the precision of a double', ({ rise, from, to, root }) => {
    expect(Math.abs(crossing(rise, from, to) - root)).toBeLessThanOrEqual(2e-15 * Math.abs(root))
  })

  test('at an end is that end, and nothing more is asked', () => {
    const atLow = counted((x) => x - 1)
    expect(crossing(atLow.rise, 1, 4)).toBe(1)
    expect(atLow.asked).toEqual([1])
    const atHigh = counted((x) => x - 4)
    expect(crossing(atHigh.rise, 1, 4)).toBe(4)
    expect(atHigh.asked).toEqual([1, 4])
  })

  test('is not there where both ends lie on one side', () => {
    expect(() => crossing((x) => x, 1, 2)).toThrow('no crossing between 1 and 2')
    expect(() => crossing((x) => x, -2, -1)).toThrow('no crossing between -2 and -1')
  })

  test('is looked for as long as it has to be: halves until the tolerance, of large numbers as a share', () => {
    // 2⁻⁷ is the first below a hundredth.
    const small = counted((x) => x - 0.3)
    expect(Math.abs(crossing(small.rise, 0, 1, 0.01) - 0.3)).toBeLessThanOrEqual(0.01)
    expect(small.asked).toHaveLength(2 + 7)
    // 2 × 10⁶ / 2¹¹ is the first below a thousandth of a million.
    const large = counted((x) => x - 1_500_000)
    expect(Math.abs(crossing(large.rise, 1_000_000, 3_000_000, 1e-3) - 1_500_000)).toBeLessThanOrEqual(1500)
    expect(large.asked).toHaveLength(2 + 11)
    // Where it holds already only the ends are asked.
    const there = counted((x) => x - 0.5)
    crossing(there.rise, 0, 1, 1)
    expect(there.asked).toHaveLength(2)
  })

  test('ends where the tolerance is finer than any number', () => {
    const never = counted((x) => x ** 2 - 2)
    expect(crossing(never.rise, 0, 2, 0)).toBeCloseTo(Math.SQRT2, 14)
    expect(never.asked).toHaveLength(2 + 200)
  })
})
