import { CountUp, Progress } from '@palpite/ui'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test('a number that counts up gives a screen reader only its final value', () => {
  const html = renderToStaticMarkup(createElement(CountUp, { count: 12_345, isStill: false }))
  expect(html).toContain('<span class="sr-only">12K+</span>')
  expect(html).toContain('aria-hidden="true">0<')
})

test('a number that counts up shows its final value at once under reduced motion', () => {
  const html = renderToStaticMarkup(createElement(CountUp, { count: 12_345, isStill: true }))
  expect(html).toContain('aria-hidden="true">12K+<')
})

test('a progress without a value shows 10 of 110', () => {
  const html = renderToStaticMarkup(createElement(Progress, { label: 'x' }))
  expect(html).toContain('aria-valuenow="9"')
  expect(html).toContain('width:9%')
})
