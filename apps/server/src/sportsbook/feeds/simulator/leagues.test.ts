import { expect, test } from 'vitest'
import { leagues } from './leagues.ts'

/** As many letters stand on one line beside three prices, on a phone of 393 points. */
const MAX_LETTERS = 16

test('no name of a club breaks into two lines in a list', () => {
  const names = leagues.flatMap(({ clubs }) => clubs.map(([name]) => name))
  expect(names.filter((name) => name.length > MAX_LETTERS)).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
