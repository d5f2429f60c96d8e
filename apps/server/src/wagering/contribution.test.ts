import { describe, expect, test } from 'vitest'
import { countedOf, type SettledStake } from './contribution.ts'
import { wageringSettings, wageringSettingsDefinition } from './settings.ts'

const counts = (stake: Partial<SettledStake>) =>
  countedOf(wageringSettings, { ownRiskedCents: 1_000, ...stake } as SettledStake).contributedE4 / 10_000

test.each([
  { what: 'a bet at 1.50', stake: { on: 'sports', priceMilli: 1_500 }, cents: 1_000 },
  { what: 'a bet at 1.49', stake: { on: 'sports', priceMilli: 1_490 }, cents: 0 },
  { what: 'a slot or a crash game', stake: { on: 'studios' }, cents: 1_000 },
  { what: 'a small game won two times of three', stake: { on: 'smallGames', chance: 2 / 3 }, cents: 200 },
  { what: 'a small game won more often', stake: { on: 'smallGames', chance: 0.67 }, cents: 0 },
  { what: 'a round that was lost', stake: { on: 'smallGames', chance: 0 }, cents: 200 },
] as const)('S28: of 10 reais on $what $cents cents count', ({ stake, cents }) => {
  expect(counts(stake)).toBe(cents)
})

test('a cent in a small game counts as a fifth of a cent', () => {
  const stake = { on: 'smallGames', chance: 0.5, ownRiskedCents: 1 } as const
  expect(countedOf(wageringSettings, stake)).toEqual({ wageredCents: 1, contributedE4: 2_000 })
})

describe('settings of before', () => {
  test('contributions by game and price give way to the shares, and what still fits stays', () => {
    const stored = { minPriceMilli: 1_300, contributions: { dice: [] }, bonusDays: 7 }
    expect(wageringSettingsDefinition.fit(stored)).toEqual({
      value: { bonusDays: 7 },
      unknown: ['minPriceMilli', 'contributions'],
      unfit: [],
      leftOut: [],
    })
  })

  test('shares beyond what gifts are small enough for are refused', () => {
    const shares = { ...wageringSettings.shares, smallGamesBps: 10_000 }
    expect(wageringSettingsDefinition.check({ shares })).toEqual({ wrong: 'shares.smallGamesBps' })
  })
})
