import { expect, test } from 'vitest'
import type { Outcome } from '../../../shared/fixture.ts'
import { outcomesShown, scoreColumns } from './outcomes-shown.ts'

const outcome = (code: string, priceMilli: number, status: Outcome['status'] = 'open'): Outcome => ({
  outcomeId: code,
  code,
  name: null,
  priceMilli,
  status,
  result: null,
})

const clubs = [outcome('1', 9000), outcome('2', 1100, 'closed'), outcome('3', 2000), outcome('4', 2000)]
const codesOf = (outcomes: readonly Outcome[]) => outcomes.map(({ code }) => code)

test("a league's contenders are listed favourites first, impossible ones last", () => {
  expect(codesOf(outcomesShown({ isOutright: true }, { outcomes: clubs }))).toEqual(['3', '4', '1', '2'])
})

test("runners are ordered by number, a match's sides in reading order", () => {
  expect(codesOf(outcomesShown({ isOutright: false }, { outcomes: clubs }))).toEqual(['1', '2', '3', '4'])
  const sides = [outcome('away', 1100), outcome('home', 9000)]
  expect(codesOf(outcomesShown({ isOutright: false }, { outcomes: sides }))).toEqual(['home', 'away'])
})

test('exact scores have three columns: home win, draw, away win', () => {
  const scores = ['0-0', '0-1', '1-0', '1-1', '2-1', 'other_home', 'other_draw', 'other_away']
  const columns = scoreColumns(scores.map((code) => outcome(code, 5000)))
  expect(columns.map(([, own]) => codesOf(own))).toEqual([
    ['1-0', '2-1', 'other_home'],
    ['0-0', '1-1', 'other_draw'],
    ['0-1', 'other_away'],
  ])
  // Sets are never drawn.
  expect(scoreColumns(['2-0', '2-1', '0-2'].map((code) => outcome(code, 3000)))).toHaveLength(2)
})
