import { expect, test } from 'vitest'
import { hasList, leafOfWords, leavesOf, shownLeaf, unitOf, withLeaf, wordsOfLeaf } from './leaves.ts'

const format = { money: (cents: number) => `R$ ${cents / 100}`, percent: (bps: number) => `${bps / 100}%` }

test("a number's unit is that of the last name in its path with one", () => {
  expect(unitOf(['withdrawMinCents'])).toBe('cents')
  expect(unitOf(['maxLossCents', 'inPlay'])).toBe('cents')
  expect(unitOf(['cashOut', 'reductionBps'])).toBe('bps')
  expect(unitOf(['boosts', '0', 'bps'])).toBe('bps')
  expect(unitOf(['holdDays'])).toBe('plain')
  expect(unitOf(['tiersBps', '0', 'fromCents'])).toBe('cents')
})

test.each([
  [['withdrawMinCents'], 123_456, 'R$ 1234.56', '1234,56'],
  [['feeBps'], 250, '2.5%', '2,5'],
  [['holdDays'], 3, '3', '3'],
  [['isOpen'], true, 'true', 'true'],
  [['mail'], 'a@b', '"a@b"', 'a@b'],
  [['off'], null, 'null', 'null'],
] as const)('%j is shown in its unit, and typed back as it is kept', (path, value, shown, typed) => {
  const leaf = { path, value }
  expect(shownLeaf(leaf, format)).toBe(shown)
  expect(wordsOfLeaf(leaf, ',')).toBe(typed)
  expect(leafOfWords(leaf, typed)).toEqual({ value })
})

test('an invalid amount is undefined', () => {
  expect(leafOfWords({ path: ['minCents'], value: 1 }, 'dez')).toBeUndefined()
  expect(leafOfWords({ path: ['feeBps'], value: 1 }, '1,234')).toBeUndefined()
  expect(leafOfWords({ path: ['holdDays'], value: 1 }, '{')).toBeUndefined()
})

test('a structured setting has a field per part, each changed separately', () => {
  const value = { match: 100, inPlay: { sport: 5, list: [] } }
  expect(leavesOf(value, ['maxCents'])).toEqual([
    { path: ['maxCents', 'match'], value: 100 },
    { path: ['maxCents', 'inPlay', 'sport'], value: 5 },
    { path: ['maxCents', 'inPlay', 'list'], value: [] },
  ])
  expect(withLeaf(value, ['inPlay', 'sport'], 6)).toEqual({ match: 100, inPlay: { sport: 6, list: [] } })
  expect([hasList(value), hasList({ match: 1 }), hasList([1])]).toEqual([true, false, true])
})
