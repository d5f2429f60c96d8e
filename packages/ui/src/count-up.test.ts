import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countUpAt, countUpMs, countUpText } from './count-up.ts'

describe('a number that counts up', () => {
  test.each([
    { count: 0, text: '0' },
    { count: 999, text: '999' },
    { count: 1000, text: '1K+' },
    { count: 999_999, text: '999K+' },
    { count: 1_000_000, text: '1M+' },
    { count: 2_500_000_000, text: '2B+' },
  ])('shows $count as $text', ({ count, text }) => {
    expect(countUpText(count)).toBe(text)
  })

  test('is final after two seconds, never above and never back', () => {
    expect(countUpMs).toBe(2000)
    const moments = fc
      .tuple(fc.nat(3000), fc.nat(3000))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
    fc.assert(
      fc.property(fc.nat(2_000_000_000), moments, (count, [sooner, later]) => {
        expect(countUpAt(count, sooner)).toBeLessThanOrEqual(countUpAt(count, later))
        expect(countUpAt(count, later)).toBeLessThanOrEqual(count)
      }),
    )
    expect(countUpAt(12_345, 0)).toBe(0)
    expect(countUpAt(12_345, 1999)).toBeLessThan(12_345)
    expect(countUpAt(12_345, 2000)).toBe(12_345)
  })

  test('continues from the shown value when it grows, and does not count down', () => {
    expect(countUpAt(1_200, 0, { from: 1_000 })).toBe(1_000)
    // Half of its time leaves an eighth of the way.
    expect(countUpAt(1_200, 1_000, { from: 1_000 })).toBe(1_175)
    expect(countUpAt(1_200, 2_000, { from: 1_000 })).toBe(1_200)
    expect(countUpAt(900, 0, { from: 1_000 })).toBe(900)
    expect(countUpAt(1_200, 100, { from: 1_000, durationMs: 0 })).toBe(1_200)
  })
})
