import { expect, test } from 'vitest'
import { foldChoices } from './fold-choices.ts'

test('the systems of four legs are doubles, trebles and the covers of four', () => {
  expect(foldChoices(4).map(({ name, combinations }) => [name, combinations])).toEqual([
    [undefined, 6],
    [undefined, 4],
    ['yankee', 11],
    ['lucky15', 15],
  ])
})

test('beside bankers single legs are combinations too, and all at once are not', () => {
  const combinations = (legs: number) =>
    foldChoices(legs, true).map(({ name, folds }) => name ?? folds.join())
  expect(combinations(3)).toEqual(['1', '2', 'trixie', 'patent'])
  expect(combinations(2)).toEqual(['1'])
  expect(combinations(1)).toEqual(['1'])
})
