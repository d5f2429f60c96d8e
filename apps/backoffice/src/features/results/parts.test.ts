import { expect, test } from 'vitest'
import { beginningOf, endOf, hasVoted, resultsOf, type WaitingMarket } from './parts.ts'

test.each([
  [{ won: 1, refunded: 0, of: 1 }, 'won'],
  [{ won: 2, refunded: 0, of: 2 }, 'won'],
  [{ won: 0, refunded: 0, of: 3 }, 'lost'],
  [{ won: 0, refunded: 2, of: 2 }, 'refunded'],
  [{ won: 1, refunded: 1, of: 2 }, 'halfWon'],
  [{ won: 0, refunded: 1, of: 2 }, 'halfLost'],
  [{ won: 1, refunded: 0, of: 3 }, 'shared'],
] as const)('parts of %j are %s', (parts, end) => {
  expect(endOf(parts)).toBe(end)
})

const outcomes: WaitingMarket['outcomes'] = [
  { code: '1', name: 'Ana', proposed: { won: 1, refunded: 0, of: 2 }, otherwise: null, bets: 3 },
  { code: '2', name: null, proposed: null, otherwise: null, bets: 0 },
]
const said = {
  operatorId: 7,
  reason: 'foto da chegada',
  saidAt: '2026-11-27T12:00:00.000Z',
  results: [
    { code: '1', won: 1, refunded: 0, of: 1 },
    { code: '2', won: 0, refunded: 0, of: 1 },
  ],
}

test('the form starts with the proposal, and leaves the rest open', () => {
  const chosen = beginningOf({ outcomes, words: [] })
  expect([...chosen]).toEqual([['1', { won: 1, refunded: 0, of: 2 }]])
  expect(resultsOf(outcomes, chosen)).toBeUndefined()
})

test("the form starts with another operator's complete statement", () => {
  expect(resultsOf(outcomes, beginningOf({ outcomes, words: [said] }))).toEqual(said.results)
})

test('a statement to reopen keeps the proposal in the form', () => {
  expect(beginningOf({ outcomes, words: [{ ...said, results: null }] }).size).toBe(1)
})

test('an operator who has stated a result cannot be the second', () => {
  expect(hasVoted({ words: [said] }, 7)).toBe(true)
  expect(hasVoted({ words: [said] }, 8)).toBe(false)
})
