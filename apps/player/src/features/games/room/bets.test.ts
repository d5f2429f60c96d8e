import { expect, test } from 'vitest'
import { betsIn, betsOn, lastStakes, type OwnBet, stakesOf, sumsOf } from './bets.ts'

const bet = (
  sharedRoundId: string,
  colour: 'red' | 'white',
  stakeCents: number,
  status = 'open',
): OwnBet => ({
  game: 'double',
  roundId: `${sharedRoundId}${colour}${stakeCents}`,
  choice: { colour },
  state: { slot: null },
  stakeCents,
  payoutCents: 0,
  status: status as 'open',
  multiplierE4: 0,
  result: -10 as const,
  at: '2026-11-22T12:00:00.000Z',
  closedAt: null,
  algorithm: 'hmac-sha256/2',
  seeds: null,
  draw: { sharedRoundId, room: 'double', place: 1, commitment: '', salt: '', seed: null },
})

const bets = [
  bet('9', 'red', 500),
  bet('9', 'white', 1000),
  bet('9', 'red', 500),
  bet('9', 'red', 10_000, 'refunded'),
  bet('8', 'white', 700, 'refunded'),
  bet('7', 'red', 300, 'lost'),
]

test('the stake on each pick counts bets that were not cancelled', () => {
  expect([...stakesOf(betsOn(bets, '9'))]).toEqual([
    ['red', 1000],
    ['white', 1000],
  ])
})

test.each([
  { what: 'white lost R$ 5 and red brought back R$ 10 of its R$ 5', paid: [1000, 0], netCents: 0 },
  { what: 'both lost', paid: [0, 0], netCents: -1000 },
  { what: 'white brought R$ 70', paid: [0, 7000], netCents: 6000 },
])('the balance of a round in which $what is $netCents cents', ({ paid, netCents }) => {
  const laid = [bet('9', 'red', 500, 'won'), bet('9', 'white', 500, 'won')]
  const reported = laid.map((each, at) => ({ ...each, payoutCents: paid[at] ?? 0 }))
  expect(sumsOf(reported)).toEqual({ stakeCents: 1000, netCents })
})

test('repeating uses the last played round, not a cancelled one', () => {
  expect([...lastStakes(bets, '9')]).toEqual([['red', 300]])
  expect([...lastStakes(bets, '10')]).toEqual([
    ['red', 1000],
    ['white', 1000],
  ])
  expect([...lastStakes([], '9')]).toEqual([])
})

test('bets of another room are hidden', () => {
  expect(betsIn(bets, 'luckyColor:30')).toEqual([])
  expect(betsIn(bets, 'double')).toHaveLength(6)
})
