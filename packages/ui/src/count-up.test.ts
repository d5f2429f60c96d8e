import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CountUp } from './CountUp.tsx'
import { countUpAt, countUpMs, countUpText } from './count-up.ts'
import { Progress } from './Progress.tsx'

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

  test('is there after two seconds, never above and never back', () => {
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

  test('tells a reader the whole of it at once', () => {
    const html = renderToStaticMarkup(createElement(CountUp, { count: 12_345, isStill: false }))
    expect(html).toContain('<span class="sr-only">12K+</span>')
    expect(html).toContain('aria-hidden="true">0<')
  })

  test('stands at once where movement is not wanted', () => {
    const html = renderToStaticMarkup(createElement(CountUp, { count: 12_345, isStill: true }))
    expect(html).toContain('aria-hidden="true">12K+<')
  })
})

test('a progress that is told nothing stands at 10 of 110', () => {
  const html = renderToStaticMarkup(createElement(Progress, { label: 'x' }))
  expect(html).toContain('aria-valuenow="9"')
  expect(html).toContain('width:9%')
})
