import { cents, type Cents } from '@palpite/money'
import { add, fraction, multiply, ZERO, type Fraction } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceFraction, priceMilli } from '../price.ts'
import {
  deadHeat,
  HALF_LOST,
  HALF_WON,
  LOST,
  resolution,
  resultCode,
  resultName,
  VOID,
  WON,
  type Resolution,
} from '../resolution.ts'
import {
  checkMultiple,
  combinationCount,
  exactMultipleReturn,
  multipleResultCode,
  multipleReturn,
  potentialMultipleReturn,
  type Leg,
  type MultipleBet,
} from './multiple.ts'
import { exactSingleReturn, potentialReturn, singleReturn } from './single.ts'
import { FULL_COVERS, fullCoverFolds, someOf } from './systems.ts'

const RESULTS = [WON, HALF_WON, VOID, HALF_LOST, LOST]
const anyResult = fc.constantFrom(...RESULTS)
const anyPrice = fc.integer({ min: 1001, max: 50_000 }).map(priceMilli)
const anyStake = fc.integer({ min: 0, max: 10_000_000 }).map(cents)

/** Every way to take so many of the list. */
const subsets = <T>(list: readonly T[], size: number): T[][] => {
  if (size === 0) return [[]]
  return list.flatMap((one, place) => subsets(list.slice(place + 1), size - 1).map((rest) => [one, ...rest]))
}

/** The plain way: list every combination, cut every half result into two half stakes, settle each piece alone. */
const enumerated = (bet: MultipleBet): Fraction => {
  const bankers = bet.legs.filter((leg) => leg.banker)
  const free = bet.legs.filter((leg) => !leg.banker)
  const combinations = bet.folds.flatMap((fold) => subsets(free, fold)).map((legs) => [...bankers, ...legs])
  return combinations.map((legs) => pieces(legs, fraction(bet.unitStakeCents))).reduce(add, ZERO)
}

const pieces = (legs: readonly Leg[], stake: Fraction): Fraction => {
  const [leg, ...rest] = legs
  if (!leg) return stake
  const { won, refunded, of } = leg.resolution ?? LOST
  const parts = [
    ...Array.from({ length: won }, () => priceFraction(leg.priceMilli)),
    ...Array.from({ length: refunded }, () => fraction(1)),
  ]
  return parts
    .map((factor) => pieces(rest, multiply(multiply(stake, fraction(1, of)), factor)))
    .reduce(add, ZERO)
}

describe('a single', () => {
  test.each([
    [WON, 2500, 10],
    [HALF_WON, 1750, 21],
    [VOID, 1000, 90],
    [HALF_LOST, 500, 11],
    [LOST, 0, 20],
    [deadHeat(1, 2), 1250, 10],
  ] as const)(
    'of 1000 cents at 2.50 that resolves to %j returns %d with code %d',
    (outcome, returns, code) => {
      expect(singleReturn(cents(1000), priceMilli(2500), outcome)).toBe(returns)
      expect(resultCode(outcome)).toBe(code)
    },
  )

  test('returns the exact amount rounded down once, for any stake and price', () => {
    const shares = fc
      .tuple(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
      )
      .filter(([won, refunded, of]) => won + refunded <= of)
    const greatStake = fc.integer({ min: 0, max: 10 ** 12 }).map(cents)
    const greatPrice = fc.integer({ min: 1001, max: 10 ** 9 }).map(priceMilli)
    fc.assert(
      fc.property(greatStake, greatPrice, shares, (stake, price, [won, refunded, of]) => {
        const outcome = resolution(won, refunded, of)
        const { n, d } = exactSingleReturn(stake, priceFraction(price), outcome)
        fc.pre(n / d <= BigInt(Number.MAX_SAFE_INTEGER))
        expect(BigInt(singleReturn(stake, price, outcome))).toBe(n / d)
      }),
    )
  })

  test('never returns more than its potential, and a negative stake is refused', () => {
    fc.assert(
      fc.property(anyStake, anyPrice, anyResult, (stake, price, outcome) => {
        expect(singleReturn(stake, price, outcome)).toBeLessThanOrEqual(potentialReturn(stake, price))
      }),
    )
    expect(() => singleReturn(cents(-1), priceMilli(2000), WON)).toThrow('stake_negative')
    for (const stake of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => singleReturn(stake as Cents, priceMilli(2000), WON)).toThrow('stake_not_whole_cents')
  })

  test('a resolution is whole shares that do not exceed the stake', () => {
    expect(resolution(2, 2, 4)).toEqual(HALF_WON)
    expect(() => resolution(1, 1, 1)).toThrow('not a resolution')
    expect(() => resolution(0.5, 0, 1)).toThrow('not a resolution')
    expect(RESULTS.map(resultName)).toEqual(['won', 'half_won', 'void', 'half_lost', 'lost'])
  })

  test.each([1000, 999, 0, -5, 1500.5, Number.NaN])('odds of %d thousandths are refused', (odds) => {
    expect(() => priceMilli(odds)).toThrow('odds must be')
  })
})

describe('bets of several legs', () => {
  const prices = [1500, 1910, 2070, 3400]

  test('equal listing every combination, for every mix of results up to four legs and every set of folds', () => {
    const mixes = (legs: number): Resolution[][] =>
      legs === 0 ? [[]] : mixes(legs - 1).flatMap((mix) => RESULTS.map((one) => [...mix, one]))
    for (let count = 1; count <= 4; count += 1) {
      const folds = Array.from({ length: count }, (_, place) => place + 1)
      for (const mix of mixes(count)) {
        const legs = mix.map((outcome, place) => ({
          priceMilli: priceMilli(prices[place] ?? 2000),
          resolution: outcome,
        }))
        const bet = { unitStakeCents: cents(100), legs, folds }
        expect(exactMultipleReturn(bet)).toEqual(enumerated(bet))
      }
    }
  })

  const anyLeg = fc.record({ priceMilli: anyPrice, resolution: anyResult, banker: fc.boolean() })
  const anyBet = fc
    .record({
      unitStakeCents: anyStake,
      legs: fc.array(anyLeg, { minLength: 1, maxLength: 8 }),
      pick: fc.nat(),
    })
    .map(({ unitStakeCents, legs, pick }): MultipleBet => {
      const free = legs.filter((leg) => !leg.banker).length
      const min = free < legs.length ? 0 : 1
      const possible = Array.from({ length: free - min + 1 }, (_, place) => place + min)
      const folds = possible.filter((_, place) => (pick >> place) % 2 === 1)
      return { unitStakeCents, legs, folds: folds.length > 0 ? folds : [free] }
    })

  test('equal listing every combination, with bankers and half results, up to eight legs', () => {
    fc.assert(
      fc.property(anyBet, (bet) => {
        expect(exactMultipleReturn(bet)).toEqual(enumerated(bet))
        expect(Number(combinationCount(bet))).toBe(
          bet.folds.flatMap((fold) =>
            subsets(
              bet.legs.filter((leg) => !leg.banker),
              fold,
            ),
          ).length,
        )
      }),
    )
  })

  test('do not care for the order of their legs', () => {
    fc.assert(
      fc.property(anyBet, (bet) => {
        expect(multipleReturn({ ...bet, legs: bet.legs.toReversed() })).toBe(multipleReturn(bet))
      }),
    )
  })

  test('a lost leg settles a parlay while others are open, a won one does not', () => {
    const open = { priceMilli: priceMilli(2000) }
    const bet = (first: Resolution): MultipleBet => ({
      unitStakeCents: cents(1000),
      legs: [{ priceMilli: priceMilli(3000), resolution: first }, open],
      folds: [2],
    })
    expect(multipleReturn(bet(LOST))).toBe(0)
    expect(multipleReturn(bet(WON))).toBeUndefined()
    expect(multipleResultCode(bet(WON))).toBeUndefined()
    expect(potentialMultipleReturn(bet(WON))).toBe(6000)
  })

  test('an open bet never settles above what it could return', () => {
    fc.assert(
      fc.property(anyBet, (bet) => {
        const before = { ...bet, legs: bet.legs.map((leg) => ({ ...leg, resolution: undefined })) }
        expect(multipleReturn(bet)).toBeLessThanOrEqual(potentialMultipleReturn(before))
      }),
    )
  })

  test('63 selections in 31 of 63 are settled without listing 9 × 10^17 of them', () => {
    const legs = Array.from({ length: 63 }, () => ({ priceMilli: priceMilli(1010), resolution: WON }))
    const bet = { unitStakeCents: cents(0), legs, folds: someOf(31, 63) ?? [] }
    expect(combinationCount(bet)).toBe(916312070471295267n)
    expect(exactMultipleReturn(bet)).toEqual(ZERO)
  })

  test('a return is cut at the most a ticket may return', () => {
    const legs = Array.from({ length: 12 }, () => ({ priceMilli: priceMilli(50_000), resolution: WON }))
    const bet = { unitStakeCents: cents(100), legs, folds: [12] }
    expect(multipleReturn({ ...bet, maxReturnCents: cents(10_000_000) })).toBe(10_000_000)
    expect(potentialMultipleReturn(bet)).toBe(1_000_000_000_000)
  })

  test.each([
    [{ legs: 64 }, 'too_many_legs'],
    [{ legs: 0 }, 'too_few_legs'],
    [{ folds: [] }, 'no_folds'],
    [{ folds: [4] }, 'fold_out_of_range'],
    [{ folds: [-1] }, 'fold_out_of_range'],
    [{ folds: [0] }, 'fold_out_of_range'],
    [{ folds: [1.5] }, 'fold_out_of_range'],
    [{ folds: [2, 2] }, 'fold_repeated'],
    [{ stake: -1 }, 'stake_negative'],
    [{ stake: 0.5 }, 'stake_not_whole_cents'],
    [{ odds: 1000 }, 'odds_not_above_one'],
  ])('%j is refused by name: %s', (wrong: Readonly<Record<string, unknown>>, reason) => {
    const { legs = 3, folds = [3], stake = 100, odds = 2000 } = wrong
    const bet = {
      unitStakeCents: stake,
      folds,
      legs: Array.from({ length: Number(legs) }, () => ({ priceMilli: odds, resolution: WON })),
    } as MultipleBet
    expect(checkMultiple(bet)).toBe(reason)
    expect(() => exactMultipleReturn(bet)).toThrow(reason)
  })

  test('full covers have the number of bets their names promise', () => {
    const counts = Object.values(FULL_COVERS).map(({ legs, folds }) =>
      combinationCount({
        unitStakeCents: cents(1),
        folds,
        legs: Array.from({ length: legs }, () => ({ priceMilli: priceMilli(2000) })),
      }),
    )
    expect(counts).toEqual([4n, 7n, 11n, 15n, 26n, 31n, 57n, 63n, 120n, 247n])
    expect(fullCoverFolds('yankee', 5)).toBeUndefined()
    expect(someOf(64, 64)).toBeUndefined()
  })
})
