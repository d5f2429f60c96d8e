import { expect, test } from 'vitest'
import { testView as view } from '../testing/test-leg.ts'
import { boostOfParlay, boostOfSingle, type Boosts, insuranceOf } from './boost-rules.ts'
import { combine } from './combined-rules.ts'
import type { LegView } from './slip-rules.ts'

const boosts: Boosts = {
  winnings: [
    {
      minPriceMilli: 1500,
      maxCents: 10_000,
      steps: [
        { legs: 2, bps: 500 },
        { legs: 3, bps: 1000 },
      ],
      until: '2099-01-01T00:00:00.000Z',
    },
  ],
  prices: [
    {
      boostId: 'b',
      outcomeId: 'o1',
      fixtureId: 'f1',
      bps: 2000,
      maxStakeCents: 1500,
      endsAt: '2099-01-01T00:00:00.000Z',
    },
  ],
  earlyPayouts: [],
  insurances: [
    { minLegs: 3, minPriceMilli: 1500, maxCents: 5000, until: '2099-01-01T00:00:00.000Z' },
    { minLegs: 4, minPriceMilli: 1500, maxCents: 9000, until: '2099-01-01T00:00:00.000Z' },
  ],
}

const parlay = (views: readonly LegView[], mode: 'parlay' | 'system' = 'parlay') =>
  combine({ mode, views, unitStakeCents: 1000, bounds: {}, isUnanswered: false, chosenFolds: [2] })

test("the slip shows its parlay's boost, and what the next step requires", () => {
  expect(boostOfParlay(parlay([view(1), view(2)]), boosts)).toMatchObject({
    bps: 500,
    addsCents: 150,
    next: { legs: 1, bps: 1000 },
  })
  expect(boostOfParlay(parlay([view(1), view(2), view(3)]), boosts)).toMatchObject({
    addsCents: 700,
    next: undefined,
  })
  const low = view(2, { nowMilli: 1400 })
  expect(boostOfParlay(parlay([view(1), low]), boosts)).toMatchObject({ bps: 0, next: { legs: 1, bps: 500 } })
  expect(boostOfParlay(parlay([view(1), view(2), view(3)], 'system'), boosts)).toBeUndefined()
  expect(boostOfParlay(undefined, boosts)).toBeUndefined()
})

test("a boosted price applies to a slip's one selection before its match", () => {
  const before = { matchStatus: 0 } as LegView['fixture']
  const staked = (own: LegView) => ({ view: own, stakeCents: 1000, bounds: {}, isUnanswered: false })
  const ready = staked(view(1, { fixture: before }))
  expect(boostOfSingle([ready], boosts)).toMatchObject({ plainMilli: 2000, boostedMilli: 2200 })
  expect(boostOfSingle([ready, staked(view(2, { fixture: before }))], boosts)).toBeUndefined()
  expect(boostOfSingle([staked(view(2, { fixture: before }))], boosts)).toBeUndefined()
  const live = { matchStatus: 1 } as LegView['fixture']
  expect(boostOfSingle([staked(view(1, { fixture: live }))], boosts)).toBeUndefined()
})

test('a parlay with enough selections and odds shows the refund of its stake, and the maximum', () => {
  const views = [view(1), view(2), view(3), view(4)]
  expect(insuranceOf(parlay(views.slice(0, 2)), boosts)).toBeUndefined()
  expect(insuranceOf(parlay(views.slice(0, 3)), boosts)?.maxCents).toBe(5000)
  expect(insuranceOf(parlay(views), boosts)?.maxCents).toBe(9000)
  expect(insuranceOf(parlay([...views.slice(0, 3), view(4, { nowMilli: 1400 })]), boosts)).toBeUndefined()
  expect(insuranceOf(parlay(views, 'system'), boosts)).toBeUndefined()
  expect(insuranceOf(undefined, boosts)).toBeUndefined()
})
