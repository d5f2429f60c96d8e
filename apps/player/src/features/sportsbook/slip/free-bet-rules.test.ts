import { expect, test } from 'vitest'
import { testView as view } from '../testing/test-leg.ts'
import { combine } from './combined-rules.ts'
import { freeBetTarget, offeredFor, paysFor } from './free-bet-rules.ts'
import type { LegView, StakedLeg } from './slip-rules.ts'

const staked = (own: LegView): StakedLeg => ({ view: own, stakeCents: 0, bounds: {}, isUnanswered: false })
const parlayOf = (views: readonly LegView[], mode: 'parlay' | 'system') =>
  combine({ mode, views, unitStakeCents: 0, bounds: {}, isUnanswered: false, chosenFolds: [2] })
const free = (kinds: ('single' | 'parlay')[], minPriceMilli: number) => ({
  freeBetId: 'a',
  stakeCents: 1000,
  minPriceMilli,
  kinds,
  wageredTimes: 2,
  endsAt: '2026-12-01T00:00:00.000Z',
})

test('a free bet pays for one selection or a parlay of sufficient odds, not for a system or several singles', () => {
  const [one, other, third] = [view(1), view(2), view(3)]
  const single = freeBetTarget([staked(one)], undefined)
  expect(single).toMatchObject({ kind: 'single', oddsMilli: 2000, isReady: true })
  expect(single && paysFor(free(['single'], 2000), single)).toBe(true)
  expect(single && paysFor(free(['single'], 2001), single)).toBe(false)
  expect(single && paysFor(free(['parlay'], 1500), single)).toBe(false)
  const two = [one, other]
  expect(freeBetTarget(two.map(staked), parlayOf(two, 'parlay'))).toMatchObject({
    kind: 'parlay',
    oddsMilli: 4000,
  })
  expect(freeBetTarget(two.map(staked), undefined)).toBeUndefined()
  const three = [one, other, third]
  expect(freeBetTarget(three.map(staked), parlayOf(three, 'system'))).toBeUndefined()
})

test('a free bet waits until a suspended selection reopens and a new price is accepted', () => {
  for (const own of [{ status: 'suspended' as const }, { mustAgree: true }]) {
    expect(freeBetTarget([staked(view(1, own))], undefined)).toMatchObject({ isReady: false })
  }
})

test('of several equal free bets one is offered, and none that does not fit', () => {
  const target = freeBetTarget([staked(view(1))], undefined)
  const alike = { ...free(['single'], 1200), freeBetId: 'b' }
  const given = [free(['single'], 1200), alike, free(['single'], 1500), free(['parlay'], 1200)]
  expect(target && offeredFor(given, target)).toEqual([given[0], given[2]])
})
