import { expect, test } from 'vitest'
import { doubled, halved } from './stake.ts'

test.each([
  ['10', '5'],
  ['5.01', '2.50'],
  ['1', '1'],
  ['', '1'],
])('half of %s is %s', (entry, half) => {
  expect(halved(entry, 100)).toBe(half)
})

test('a doubled stake stops at the most', () => {
  expect(doubled('10', 100_000)).toBe('20')
  expect(doubled('700', 100_000)).toBe('1000')
})
