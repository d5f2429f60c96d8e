import { expect, test } from 'vitest'
import { chosenRows, priceMilliOf } from './traded.ts'

test('a key applies to the marked rows, and to the focused one only if none is marked', () => {
  expect(chosenRows(new Set(['1', '2']), '3')).toEqual(['1', '2'])
  expect(chosenRows(new Set(), '3')).toEqual(['3'])
  expect(chosenRows(new Set(), undefined)).toEqual([])
})

test.each([
  ['1,85', 1850],
  ['1.85', 1850],
  [' 2 ', 2000],
  ['12,5', 12_500],
  ['2,', 2000],
  ['1,855', undefined],
  ['', undefined],
  ['-2', undefined],
  ['1.000,00', undefined],
])('the typed price %j is %s', (typed, milli) => {
  expect(priceMilliOf(typed)).toBe(milli)
})
