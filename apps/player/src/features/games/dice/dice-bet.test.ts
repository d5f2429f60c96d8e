import { checkDiceBet, diceChance } from '@palpite/games'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isChanceOffered,
  termsOf,
  stakeBoundsOf,
  swapped,
  targetBoundsOf,
  withChance,
  withMultiplier,
  withTarget,
} from './dice-bet.ts'

const over = { side: 'over', targetHundredths: 5050 } as const

test('the swapped bet has the same chance and swaps back', () => {
  expect(diceChance(swapped(over))).toBe(diceChance(over))
  expect(swapped(swapped(over))).toEqual(over)
})

test('a valid chance, target or multiplier is used unchanged', () => {
  expect(withChance(over, 2500)).toEqual({ side: 'over', targetHundredths: 7500 })
  expect(withTarget(over, 9000)).toEqual({ side: 'over', targetHundredths: 9000 })
  expect(termsOf(withMultiplier(over, 30_000)).multiplierE4).toBe(30_000)
})

test('any input becomes a bet the game accepts', () => {
  const side = fc.constantFrom('over' as const, 'under' as const)
  fc.assert(
    fc.property(side, fc.double({ min: -1e6, max: 1e9, noNaN: true }), (of, typed) => {
      const bet = { side: of, targetHundredths: 5000 }
      for (const next of [withChance(bet, typed), withTarget(bet, typed), withMultiplier(bet, typed)]) {
        expect(checkDiceBet(next)).toBeUndefined()
      }
    }),
  )
})

test('the rarer the win, the lower the maximum stake', () => {
  const terms = { minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 10_000_000 }
  expect(stakeBoundsOf(over, terms).maxPaidStakeCents).toBe(5_000_000)
  expect(stakeBoundsOf(withChance(over, 1), terms)).toEqual({ ...terms, maxPaidStakeCents: 1010 })
})

test.each(['over', 'under'] as const)(
  'the bounds of a target %s are the last that the game takes',
  (side) => {
    const { min, max } = targetBoundsOf({ side })
    const refused = (targetHundredths: number) => checkDiceBet({ side, targetHundredths }) !== undefined
    expect([min - 1, min, max, max + 1].map(refused)).toEqual([true, false, false, true])
  },
)

test.each([
  { chance: 9900, offered: false },
  { chance: 9800, offered: true },
  { chance: 1, offered: true },
  { chance: 0, offered: false },
])('a chance of $chance hundredths of a percent is offered, and used unchanged: $offered', (typed) => {
  const { chance, offered } = typed
  expect(isChanceOffered(chance)).toBe(offered)
  expect(diceChance(withChance(over, chance)) === chance).toBe(offered)
})
