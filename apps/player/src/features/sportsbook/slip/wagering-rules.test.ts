import { expect, test } from 'vitest'
import { testLeg } from '../testing/test-leg.ts'
import { movedBy, wageredBets } from './wagering-rules.ts'

const wagering = {
  ownLeftCents: 10_000,
  ownTotalCents: 10_000,
  bonusLeftCents: 4_000,
  bonusTotalCents: 4_000,
  bonusGrantCents: 2_000,
  bonusExpiresAt: null,
  minPriceMilli: 1300,
  maxBonusStakeCents: 5_000,
  contributions: [
    { game: 'football', fromPriceMilli: 1300, shareBps: 400 },
    { game: 'football', fromPriceMilli: 2000, shareBps: 800 },
    { game: 'parlay', fromPriceMilli: 1300, shareBps: 1_000 },
    { game: 'dice', fromPriceMilli: 1300, shareBps: 9_000 },
  ],
}

const kind = 'football'

test.each([
  {
    what: 'of low odds',
    bets: [{ kind, stakeCents: 1_000, priceMilli: 1299 }],
    cash: 9_000,
    own: 0,
    bonus: 0,
  },
  {
    what: 'at 1.30',
    bets: [{ kind, stakeCents: 1_000, priceMilli: 1300 }],
    cash: 9_000,
    own: 1_000,
    bonus: 40,
  },
  {
    what: 'at 2.00',
    bets: [{ kind, stakeCents: 1_000, priceMilli: 2000 }],
    cash: 9_000,
    own: 1_000,
    bonus: 80,
  },
  {
    what: 'half of bonus',
    bets: [{ kind, stakeCents: 1_000, priceMilli: 2000 }],
    cash: 500,
    own: 500,
    bonus: 40,
  },
  { what: 'all of bonus', bets: [{ kind, stakeCents: 1_000, priceMilli: 2000 }], cash: 0, own: 0, bonus: 0 },
  {
    what: 'of another kind',
    bets: [{ kind: 'parlay', stakeCents: 1_000, priceMilli: 2000 }],
    cash: 9_000,
    own: 1_000,
    bonus: 100,
  },
  {
    what: 'that is more than what is left',
    bets: [{ kind, stakeCents: 90_000, priceMilli: 2000 }],
    cash: 100_000,
    own: 10_000,
    bonus: 4_000,
  },
  {
    what: 'and another, which take own money in turn',
    bets: [
      { kind, stakeCents: 1_000, priceMilli: 2000 },
      { kind, stakeCents: 1_000, priceMilli: 1300 },
    ],
    cash: 1_500,
    own: 1_500,
    bonus: 100,
  },
] as const)('a bet $what moves $own of own money and $bonus of the bonus', ({ bets, cash, own, bonus }) => {
  expect(movedBy(wagering, bets, cash)).toEqual({ ownCents: own, bonusCents: bonus })
})

const view = (at: number, nowMilli: number) => ({
  leg: testLeg(`o${at}`),
  fixture: undefined,
  nowMilli,
  status: 'open' as const,
  move: undefined,
  mustAgree: false,
})
const legs = [view(1, 1500), view(2, 2000)].map((one) => ({
  view: one,
  stakeCents: 700,
  bounds: {},
  isUnanswered: false,
}))
const views = legs.map((one) => one.view)

test('singles count each at its own odds, a parlay at all of them, a system at its lowest', () => {
  expect(wageredBets(legs, undefined)).toEqual([
    { kind, stakeCents: 700, priceMilli: 1500 },
    { kind, stakeCents: 700, priceMilli: 2000 },
  ])
  const bet = { oddsMilli: 3000, stakeCents: 900, views }
  expect(wageredBets(legs, { ...bet, mode: 'parlay' })).toEqual([
    { kind: 'parlay', stakeCents: 900, priceMilli: 3000 },
  ])
  expect(wageredBets(legs, { ...bet, mode: 'system' })).toEqual([
    { kind: 'system', stakeCents: 900, priceMilli: 1500 },
  ])
})
