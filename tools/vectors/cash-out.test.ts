import { expect, test } from 'vitest'
import { checkCashOuts } from './cash-out.ts'

const total = {
  market: 'football.total',
  line: 2.25,
  outcome: 'under',
  priceMilli: 2060,
  score: { home: 1, away: 1 },
  minute: 92,
  prices: { over: 12, under: 1.03 },
}
const winner = {
  market: 'tennis.winner',
  sport: 'tennis',
  outcome: 'home',
  priceMilli: 1800,
  prices: { home: 1.5, away: 2.6 },
}

/** What is said of one bet of R$ 100 on these legs. */
const check = (legs: readonly object[], expected: object, own: object = {}) => {
  const [one] = checkCashOuts({
    cases: [{ name: 'a bet', sport: 'football', stakeCents: 10_000, legs, expect: expected, ...own }],
  })
  return one && ('why' in one ? one.why : 'what' in one ? one.what : one.verdict)
}

/** What is offered, read from the mismatch of an expectation that no offer meets. */
const offered = (legs: readonly object[], own: object = {}): number =>
  Number(/^(\d+) is offered/.exec(check(legs, { atMostCents: -1 }, own) ?? '')?.[1])

test('a bet that can be half won at best is bought for less than that', () => {
  expect(check([total], { atMostCents: 15_300, atLeastCents: 13_000 })).toBe('passed')
  expect(check([total], { atMostCents: 13_000 })).toBe('13980 is offered, at most 13000 expected')
  expect(check([total], { atMostCents: 15_300, atLeastCents: 15_301 })).toMatch('at least 15301 expected')
})

test.each([
  ['a suspended leg', [{ ...total, suspended: true }], 0],
  ['a leg without a price', [{ ...total, prices: { over: 12 } }], 0],
  ['a leg that is lost', [total, { ...winner, result: 'lost' }], 0],
  ['a bet that is decided', [{ ...winner, result: 'won' }], 0],
  ['a leg that was half won', [total, { ...winner, result: 'half_won' }], 19_573],
  ['a leg that won three parts of four', [total, { ...winner, result: 'won 3/4' }], 18_874],
  ['a leg that is void', [total, { ...winner, result: 'void' }], 13_980],
  ['a leg of another sport that is open', [total, winner], 16_223],
] as const)('%s counts in a parlay as it stands', (_, legs, cents) => {
  expect(offered(legs)).toBe(cents)
})

test.each([
  ['over 2.5 at three goals', { ...total, line: 2.5, outcome: 'over', score: { home: 2, away: 1 } }, 19_570],
  ['under 2.5 at three goals', { ...total, line: 2.5, score: { home: 2, away: 1 } }, 0],
  [
    'home less one and a half sets at one set all',
    {
      ...winner,
      market: 'tennis.set_handicap',
      line: -1.5,
      score: { sets: ['6-4', '3-6'], best_of: 3 },
    },
    0,
  ],
  [
    'home less one and a half frames, two frames from the end',
    {
      ...winner,
      market: 'snooker.handicap',
      sport: 'snooker',
      line: -1.5,
      score: { home: 3, away: 4 },
      state: { best_of: 9 },
    },
    0,
  ],
  [
    'a set under way',
    { ...winner, market: 'tennis.set_winner', set: 2, score: { sets: ['6-4', '3-2'], best_of: 3 } },
    11_023,
  ],
  [
    'the first quarter',
    {
      ...winner,
      market: 'basketball.total',
      sport: 'basketball',
      quarter: 1,
      line: 50.5,
      outcome: 'under',
      prices: { over: 1.9, under: 1.9 },
      score: { quarters: ['30-22'] },
    },
    0,
  ],
  [
    'no bet on a draw, of which nothing tells how likely it is',
    {
      ...total,
      market: 'football.draw_no_bet',
      line: undefined,
      outcome: 'home',
      prices: { home: 1.1, away: 8 },
    },
    9500,
  ],
  [
    'a runner',
    {
      market: 'racing.win',
      sport: 'racing',
      outcome: '2',
      priceMilli: 5000,
      prices: { 1: 2.2, 2: 3.1, 3: 4 },
    },
    14_883,
  ],
] as const)('%s is offered what its endings and prices allow', (_, leg, cents) => {
  expect(offered([leg])).toBe(cents)
})

test('a system is bought by its combinations', () => {
  const legs = [total, winner, { ...winner, result: 'won' }]
  expect(offered(legs, { folds: [2], stakeCents: 30_000 })).toBeGreaterThan(offered([total, winner]))
})

test.each([
  [[{ ...total, market: 'football.throw_ins' }], 'market football football.throw_ins'],
  [[{ ...total, outcome: 'exactly' }], 'selection exactly of football.total'],
  [[{ ...total, line: 2.3 }], 'market football.total full: line_missing'],
  [[{ ...total, result: 'nearly' }], 'result nearly'],
  [[{ ...total, quarter: 2 }], 'period of football.total'],
])('%j is skipped by name', (legs, what) => {
  expect(check(legs, { atMostCents: 1 })).toBe(what)
})
