import { expect, test } from 'vitest'
import { mergeBets } from './merge-bets.ts'
import type { Bet } from './bet.ts'

const bet = (betId: string, status: 'open' | 'settled' = 'open'): Bet => ({
  betId,
  status,
  result: status === 'open' ? 0 : 10,
  stakeCents: 100,
  returnCents: status === 'open' ? null : 200,
  potentialReturnCents: 200,
  placedAt: '2026-11-20T12:00:00.000Z',
  settledAt: null,
  legs: [],
})

const seen = (bets: readonly Bet[]) => bets.map(({ betId, status }) => `${betId} ${status}`)

test('a bet that was settled while it was in sight shows so in its place', () => {
  expect(seen(mergeBets([bet('12'), bet('9')], [bet('9', 'settled')]))).toEqual(['12 open', '9 settled'])
})

test('a bet that left the list by being settled comes back where it was', () => {
  expect(seen(mergeBets([bet('100'), bet('9')], [bet('12', 'settled')]))).toEqual([
    '100 open',
    '12 settled',
    '9 open',
  ])
})
