import { expect, test } from 'vitest'
import { mergeBets } from './merge-bets.ts'
import type { Bet } from './bet.ts'

/** A bet of this minute. */
const bet = (minute: string, status: 'open' | 'settled' = 'open'): Bet => ({
  betId: `ID${minute}`,
  status,
  result: status === 'open' ? 0 : 10,
  kind: 'single',
  folds: [1],
  isEachWay: false,
  isFree: false,
  boost: null,
  insurance: null,
  earlyPayout: null,
  sold: null,
  unitStakeCents: 100,
  stakeCents: 100,
  returnCents: status === 'open' ? null : 200,
  potentialReturnCents: 200,
  placedAt: `2026-11-20T12:${minute}:00.000Z`,
  settledAt: null,
  legs: [],
})

const seen = (bets: readonly Bet[]) => bets.map(({ betId, status }) => `${betId.slice(2)} ${status}`)

test('a bet settled while shown is updated in place', () => {
  expect(seen(mergeBets([bet('12'), bet('09')], [bet('09', 'settled')]))).toEqual(['12 open', '09 settled'])
})

test('a bet that left the open list by settling keeps its position', () => {
  expect(seen(mergeBets([bet('58'), bet('09')], [bet('12', 'settled')]))).toEqual([
    '58 open',
    '12 settled',
    '09 open',
  ])
})
