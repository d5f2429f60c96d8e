import { checkLimboTarget, limboPayoutCents } from '@palpite/games'
import { cents } from '@palpite/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceOf, heightOf, payoutOf, stakeBoundsOf, withinTargets } from './limbo-bet.ts'

test('any typed target becomes one the game accepts', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e12, noNaN: true }), (typed) => {
      expect(checkLimboTarget(withinTargets(typed))).toBeUndefined()
    }),
  )
})

test('the displayed win is what the game pays', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500_000 }),
      fc.integer({ min: 101, max: 1_000_000 }),
      (stake, target) => {
        expect(payoutOf(stake, target)).toBe(limboPayoutCents(cents(stake), target, target))
      },
    ),
  )
})

test.each([
  { target: 150, chance: 0.66 },
  { target: 200, chance: 0.495 },
  { target: 10_000, chance: 0.0099 },
])('a target of $target hundredths is reached with a chance of $chance', ({ target, chance }) => {
  expect(chanceOf(target)).toBeCloseTo(chance, 5)
})

test('the higher the target, the lower the maximum stake', () => {
  const terms = { minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 10_000_000 }
  expect(stakeBoundsOf(200, terms).maxPaidStakeCents).toBe(5_000_000)
  expect(stakeBoundsOf(100_000_000, terms).maxPaidStakeCents).toBe(10)
})

test('the rocket starts on the ground, climbs equally with each doubling, and stays below the top', () => {
  expect(heightOf(100)).toBe(0)
  expect(heightOf(400) - heightOf(200)).toBeCloseTo(heightOf(200), 9)
  expect(heightOf(100_000_000)).toBe(1)
})
