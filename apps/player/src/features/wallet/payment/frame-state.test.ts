import { expect, test } from 'vitest'
import { type FrameContent, frameStateOnLoad } from './frame-state.ts'

const address = '/pay/0123456789abcdef0123456789abcdef?lang=en'
const path = '/pay/0123456789abcdef0123456789abcdef'

test.each<[string, FrameContent, string]>([
  ['our payment page', { path, hasMark: true }, 'shown'],
  ['the error page of the browser, which cannot be read', undefined, 'failed'],
  ['what a proxy answers in our place', { path, hasMark: false }, 'failed'],
  ['the page of success that a payment leads to', { path: '/paySuccess', hasMark: false }, 'shown'],
  ['the empty page before ours', { path: 'blank', hasMark: false }, 'loading'],
])('judges %s once the frame has loaded', (_what, held, standing) => {
  expect(frameStateOnLoad(address, held)).toBe(standing)
})

test('trusts an external page, which cannot be inspected', () => {
  expect(frameStateOnLoad('https://bank.example/checkout', undefined)).toBe('shown')
})
