import { expect, test } from 'vitest'
import { isNarrowed, queryOf, searchIn } from './bet-search.ts'

const asked = (address: string) => queryOf(searchIn(new URLSearchParams(address)))

test.each([
  { address: '', query: {} },
  { address: 'bets=won&sport=tennis', query: { status: 'won', sport: 'tennis' } },
  { address: 'days=30&odds=2000-3000', query: { days: '30', fromOddsMilli: '2000', belowOddsMilli: '3000' } },
  { address: 'odds=-1500', query: { belowOddsMilli: '1500' } },
  { address: 'odds=10000-', query: { fromOddsMilli: '10000' } },
  {
    address: 'days=days&from=2026-11-01&until=2026-11-03',
    query: { from: '2026-11-01', until: '2026-11-03' },
  },
])('the server is asked for the bets of ?$address', ({ address, query }) => {
  expect(asked(address)).toEqual(query)
})

test('invalid choices and an unfinished date are not sent', () => {
  expect(asked('bets=lucky&sport=chess&odds=1-2&days=8')).toEqual({})
  expect(asked('days=days&from=0002-11-01&until=')).toEqual({})
  // Valid choices of an earlier version.
  expect(asked('days=7&from=2026-11-01')).toEqual({ days: '7' })
})

test('a state alone narrows nothing else', () => {
  expect(isNarrowed(searchIn(new URLSearchParams('bets=won')))).toBe(false)
  expect(isNarrowed(searchIn(new URLSearchParams('bets=won&odds=-1500')))).toBe(true)
})
