import { expect, test } from 'vitest'
import { toWireBet } from './wire-bet.ts'

type Leg = Parameters<typeof toWireBet>[1][number]

const refunded = { won: 0, refunded: 1, parts: 1 }
const open = { won: null, refunded: null, parts: null }

const leg = (own: Partial<Leg> = {}): Leg => ({
  outcomeId: 1,
  isBanker: false,
  isCancelled: false,
  isPaidEarly: false,
  fixtureId: 1,
  sport: 'football',
  title: null,
  name: null,
  home: 'Casa',
  away: 'Fora',
  startsAt: new Date('2026-11-20T20:00:00Z'),
  isDayOnly: false,
  marketType: 'football.total',
  period: 'full',
  lineQuarters: 8,
  side: null,
  code: 'over',
  priceMilli: 1900,
  selections: null,
  ...refunded,
  matchStatus: -1,
  clockPeriod: null,
  minute: null,
  state: null,
  simulated: false,
  ...own,
})

const bet = (result: number | null): Parameters<typeof toWireBet>[0] => ({
  id: 1,
  status: result === null ? 'open' : 'settled',
  unitStakeCents: 1000,
  folds: [1],
  isEachWay: false,
  stakeCents: 1000,
  soldUnitCents: 0,
  soldStakeCents: 0,
  soldPaidCents: 0,
  freeBetId: null,
  boost: null,
  boostCents: 0,
  promises: null,
  insuredCents: 0,
  potentialReturnCents: 1900,
  placedAt: new Date('2026-11-20T12:00:00Z'),
  result,
  returnCents: result === null ? null : 1000,
  settledAt: null,
})

test.each([
  { what: 'two goals on a line of two', own: {}, is: 0 },
  {
    what: 'a draw in a draw-no-bet market',
    own: { marketType: 'football.draw_no_bet', lineQuarters: null },
    is: 0,
  },
  { what: 'a match that was called off', own: { matchStatus: -10 }, is: 90 },
  { what: 'a bet in a window of cancelled bets', own: { isCancelled: true }, is: 90 },
  { what: 'a runner that did not start', own: { marketType: 'racing.win', lineQuarters: null }, is: 90 },
])('result code 0 on a settled bet is a draw: $what is $is', ({ own, is }) => {
  const shown = toWireBet(bet(90), [leg(own)])
  expect([shown.result, shown.legs[0]?.result]).toEqual([is, is])
})

test('result code 0 on an open bet is pending', () => {
  const shown = toWireBet(bet(null), [leg({ ...open, matchStatus: 1 })])
  expect([shown.status, shown.result, shown.legs[0]?.result]).toEqual(['open', 0, 0])
})
