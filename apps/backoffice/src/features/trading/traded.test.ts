import { expect, test } from 'vitest'
import { chosenRows } from './traded.ts'

test('a key applies to the marked rows, and to the focused one only if none is marked', () => {
  expect(chosenRows(new Set(['1', '2']), '3')).toEqual(['1', '2'])
  expect(chosenRows(new Set(), '3')).toEqual(['3'])
  expect(chosenRows(new Set(), undefined)).toEqual([])
})
