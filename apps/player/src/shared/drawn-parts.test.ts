import { CountUp, Progress } from '@palpite/ui'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test('a number that counts up tells a reader the whole of it at once', () => {
  const html = renderToStaticMarkup(createElement(CountUp, { count: 12_345, isStill: false }))
  expect(html).toContain('<span class="sr-only">12K+</span>')
  expect(html).toContain('aria-hidden="true">0<')
})

test('a number that counts up stands at once where movement is not wanted', () => {
  const html = renderToStaticMarkup(createElement(CountUp, { count: 12_345, isStill: true }))
  expect(html).toContain('aria-hidden="true">12K+<')
})

test('a progress that is told nothing stands at 10 of 110', () => {
  const html = renderToStaticMarkup(createElement(Progress, { label: 'x' }))
  expect(html).toContain('aria-valuenow="9"')
  expect(html).toContain('width:9%')
})
