import { expect, test } from 'vitest'
import { chosenRows, marketWords, type TradedMarket } from './traded.ts'

test('a key speaks of the rows that are marked, and of the one in focus only where none is', () => {
  expect(chosenRows(new Set(['1', '2']), '3')).toEqual(['1', '2'])
  expect(chosenRows(new Set(), '3')).toEqual(['3'])
  expect(chosenRows(new Set(), undefined)).toEqual([])
})

test('a market is named by what it has of type, period, side and line', () => {
  const whole: TradedMarket = {
    marketId: '1',
    status: 'open',
    isSuspended: false,
    outcomes: [],
    type: 'football.total',
    period: 'half1',
    side: 'home',
    lineQuarters: 9,
  }
  expect(marketWords(whole)).toBe('football.total · half1 · home · 2.25')
  expect(marketWords({ ...whole, side: null, lineQuarters: null })).toBe('football.total · half1')
})
