import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { countedOf, earningShares, type SettledStake, unrewardedOf } from './rules.ts'
import { wageringSettings, wageringSettingsDefinition } from './settings.ts'

const counts = (stake: Partial<SettledStake>) =>
  countedOf(wageringSettings, { ownRiskedCents: 1_000, ...stake } as SettledStake).contributedE4 / 10_000

test.each([
  { what: 'a bet at 1.50', stake: { on: 'sports', priceMilli: 1_500 }, cents: 1_000 },
  { what: 'a bet at 1.49', stake: { on: 'sports', priceMilli: 1_490 }, cents: 0 },
  { what: 'a slot or a crash game', stake: { on: 'studios' }, cents: 1_000 },
  {
    what: 'a small game won two times of three',
    stake: { on: 'smallGames', game: 'dice', chance: 2 / 3 },
    cents: 200,
  },
  { what: 'a small game won more often', stake: { on: 'smallGames', game: 'dice', chance: 0.67 }, cents: 0 },
  { what: 'a round that was lost', stake: { on: 'smallGames', game: 'dice', chance: 0 }, cents: 200 },
] as const)('S28: of 10 reais on $what $cents cents count', ({ stake, cents }) => {
  expect(counts(stake)).toBe(cents)
})

test('a cent in a small game counts as a fifth of a cent', () => {
  const stake = { on: 'smallGames', game: 'dice', chance: 0.5, ownRiskedCents: 1 } as const
  expect(countedOf(wageringSettings, stake)).toEqual({ wageredCents: 1, contributedE4: 2_000 })
})

test.each([
  { what: 'a bet at 1.25', stake: { on: 'sports', priceMilli: 1_250 }, own: 1_000, earns: 1_000 },
  { what: 'a bet at 1.24', stake: { on: 'sports', priceMilli: 1_240 }, own: 1_000, earns: 0 },
  {
    what: 'a bet at 2.00 of half bonus money',
    stake: { on: 'sports', priceMilli: 2_000 },
    own: 500,
    earns: 500,
  },
  { what: 'a game of a studio', stake: { on: 'studios' }, own: 1_000, earns: 1_000 },
  { what: 'dice', stake: { on: 'smallGames', game: 'dice', chance: 0.98 }, own: 1_000, earns: 1_000 },
  { what: 'mines', stake: { on: 'smallGames', game: 'mines', chance: 0.88 }, own: 1_000, earns: 500 },
  {
    what: 'mines that were lost',
    stake: { on: 'smallGames', game: 'mines', chance: 0 },
    own: 1_000,
    earns: 500,
  },
  {
    what: 'mines of own money by a cent',
    stake: { on: 'smallGames', game: 'mines', chance: 0 },
    own: 1,
    earns: 0,
  },
] as const)('of 10 reais on $what $earns cents earn rewards', ({ stake, own, earns }) => {
  expect(1_000 - unrewardedOf(1_000, { ...stake, ownRiskedCents: own } as SettledStake)).toBe(earns)
})

test('an earning stake is whole cents, never more than the own money staked, and grows with it', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000_000 })
  const stakes = fc.oneof(
    fc.record({ on: fc.constant('sports' as const), priceMilli: fc.integer({ min: 1_001, max: 1_000_000 }) }),
    fc.constant({ on: 'studios' as const }),
    fc.record({
      on: fc.constant('smallGames' as const),
      game: fc.constantFrom('mines' as const, 'limbo' as const),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  )
  fc.assert(
    fc.property(stakes, cents, cents, (stake, one, other) => {
      const settledCents = Math.max(one, other)
      const of = (ownRiskedCents: number) =>
        settledCents - unrewardedOf(settledCents, { ...stake, ownRiskedCents })
      const [less, more] = [of(Math.min(one, other)), of(settledCents)]
      expect(Number.isSafeInteger(more)).toBe(true)
      expect(less).toBeGreaterThanOrEqual(0)
      expect(more).toBeGreaterThanOrEqual(less)
      expect(more).toBeLessThanOrEqual(settledCents)
      const isShort = stake.on === 'sports' && stake.priceMilli < earningShares.minPriceMilli
      const isMines = stake.on === 'smallGames' && stake.game === 'mines'
      expect(more).toBe(isShort ? 0 : isMines ? Math.floor(settledCents / 2) : settledCents)
    }),
  )
})

describe('settings of an earlier version', () => {
  test('contributions by game and price are replaced by the shares, and valid settings stay', () => {
    const stored = { minPriceMilli: 1_300, contributions: { dice: [] }, bonusDays: 7 }
    expect(wageringSettingsDefinition.fit(stored)).toEqual({
      value: { bonusDays: 7 },
      unknown: ['minPriceMilli', 'contributions'],
      unfit: [],
      leftOut: [],
    })
  })

  test('shares too large for the gifts on offer are refused', () => {
    const shares = { ...wageringSettings.shares, smallGamesBps: 10_000 }
    expect(wageringSettingsDefinition.check({ shares })).toEqual({ wrong: 'shares.smallGamesBps' })
  })
})
