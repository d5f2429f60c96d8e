import { expect, test } from 'vitest'
import { chosenRows } from './traded.ts'

test('a key speaks of the rows that are marked, and of the one in focus only where none is', () => {
  expect(chosenRows(new Set(['1', '2']), '3')).toEqual(['1', '2'])
  expect(chosenRows(new Set(), '3')).toEqual(['3'])
  expect(chosenRows(new Set(), undefined)).toEqual([])
})
