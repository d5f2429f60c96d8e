import { expect, test } from 'vitest'
import { changed } from './address.ts'

test('filters change together, an empty one is removed, and the others stay', () => {
  const now = new URLSearchParams('ver=late&aberto=abc&sem=order')
  expect(changed(now, { ver: '', aberto: 'def' }).toString()).toBe('aberto=def&sem=order')
  expect(now.toString()).toBe('ver=late&aberto=abc&sem=order')
})
