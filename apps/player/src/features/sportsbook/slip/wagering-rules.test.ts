import { expect, test } from 'vitest'
import { testLeg } from '../testing/test-leg.ts'
import { movedBy, wageredBets } from './wagering-rules.ts'

const wagering = {
  ownLeftCents: 10_000,
  ownTotalCents: 10_000,
  bonusLeftCents: 4_000,
  bonusTotalCents: 4_000,
  isBonusAfter: true,
  bonusGrantCents: 2_000,
  bonusExpiresAt: null,
  maxBonusStakeCents: 5_000,
  sportsBps: 10_000,
  minPriceMilli: 1500,
  studiosBps: 10_000,
  smallGamesBps: 2_000,
  maxChanceBps: 6_667,
  bonusDays: 30,
}

const bet = (stakeCents: number, priceMilli = 2000) => ({ stakeCents, priceMilli })

test.each([
  { what: 'of low odds', bets: [bet(1_000, 1499)], cash: 9_000, own: 0, bonus: 0 },
  { what: 'at 1.50', bets: [bet(1_000, 1500)], cash: 9_000, own: 1_000, bonus: 0 },
  { what: 'half of bonus', bets: [bet(1_000)], cash: 500, own: 500, bonus: 0 },
  { what: 'all of bonus', bets: [bet(1_000)], cash: 0, own: 0, bonus: 0 },
  {
    what: 'of more than the own money asks for',
    bets: [bet(12_000)],
    cash: 20_000,
    own: 10_000,
    bonus: 2_000,
  },
  { what: 'that is more than what is left', bets: [bet(90_000)], cash: 100_000, own: 10_000, bonus: 4_000 },
  {
    what: 'and another, which take own money in turn',
    bets: [bet(1_000), bet(1_000, 1500)],
    cash: 1_500,
    own: 1_500,
    bonus: 0,
  },
])('a bet $what moves $own of own money and $bonus of the bonus', ({ bets, cash, own, bonus }) => {
  expect(movedBy(wagering, bets, cash)).toMatchObject({ ownCents: own, bonusCents: bonus })
})

test('a bonus on the way to own money is wagered with it', () => {
  const through = { ...wagering, ownLeftCents: 14_000, isBonusAfter: false }
  expect(movedBy(through, [bet(1_000)], 9_000)).toMatchObject({ ownCents: 1_000, bonusCents: 1_000 })
})

test('where sports count half, half of a bet counts', () => {
  expect(movedBy({ ...wagering, sportsBps: 5_000 }, [bet(1_000)], 9_000)).toMatchObject({
    ownCents: 500,
    bonusCents: 0,
  })
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

test('singles count at their own odds, a parlay at the total, a system at its lowest combination', () => {
  expect(wageredBets(legs, undefined)).toMatchObject([bet(700, 1500), bet(700)])
  const combined = {
    oddsMilli: 3000,
    stakeCents: 900,
    views,
    folds: [1],
    bankers: new Set<string>(),
    isEachWay: false,
    isPromised: false,
  }
  const counted = (own: Partial<Parameters<typeof wageredBets>[1] & object>) =>
    wageredBets(legs, { ...combined, mode: 'system', ...own }).map(({ priceMilli }) => priceMilli)
  expect(counted({ mode: 'parlay' })).toMatchObject([3000])
  expect(counted({})).toMatchObject([1500])
  expect(counted({ folds: [2] })).toMatchObject([3000])
  expect(counted({ bankers: new Set([views[1]?.leg.outcomeId ?? '']) })).toMatchObject([3000])
})

test('a boosted or insured parlay, or an each-way parlay, counts nothing; an each-way single at the place price', () => {
  const combined = { oddsMilli: 3000, stakeCents: 900, views, folds: [2], bankers: new Set<string>() }
  const parlay = { ...combined, mode: 'parlay' as const, isEachWay: false, isPromised: false }
  expect(wageredBets(legs, { ...parlay, isPromised: true })).toMatchObject([bet(900, 0)])
  expect(wageredBets(legs, { ...parlay, isEachWay: true })).toMatchObject([bet(900, 0)])
  const placed = legs.map((leg) => ({
    ...leg,
    isEachWay: true,
    view: { ...leg.view, place: { outcomeId: 'p', priceMilli: 1200 } },
  }))
  expect(wageredBets(placed, undefined).map(({ priceMilli }) => priceMilli)).toMatchObject([1200, 1200])
})

test('a single with early payout counts nothing', () => {
  expect(wageredBets(legs, undefined, ({ leg }) => leg.outcomeId === 'o1')).toMatchObject([
    bet(700, 0),
    bet(700),
  ])
})
