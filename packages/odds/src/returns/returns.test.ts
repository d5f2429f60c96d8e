import { cents, type Cents } from '@palpite/money'
import { add, fraction, multiply, ZERO, type Fraction } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceFraction, priceMilli } from '../price.ts'
import {
  deadHeat,
  HALF_LOST,
  HALF_WON,
  isSameResolution,
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
  combinationsByLeg,
  exactMultipleReturn,
  multipleResultCode,
  multipleReturn,
  payable,
  potentialFactor,
  potentialMultipleReturn,
  type Leg,
  type MultipleBet,
} from './parlay.ts'
import { exactSingleReturn, potentialReturn, singleReturn } from './single.ts'
import { FULL_COVERS, fullCoverFolds, isFullCover, someOf } from './systems.ts'

const RESULTS = [WON, HALF_WON, VOID, HALF_LOST, LOST]
const anyResult = fc.constantFrom(...RESULTS)
const anyPrice = fc.integer({ min: 1001, max: 50_000 }).map(priceMilli)
const anyStake = fc.integer({ min: 0, max: 10_000_000 }).map(cents)

/** Every way to choose this many of the list. */
const subsets = <T>(list: readonly T[], size: number): T[][] => {
  if (size === 0) return [[]]
  return list.flatMap((one, place) => subsets(list.slice(place + 1), size - 1).map((rest) => [one, ...rest]))
}

/** The plain way: list every combination, split every half result into two half stakes, settle each alone. */
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

  test('never returns more than its potential, and a negative stake is rejected', () => {
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
    expect(() => resolution(0, 0, 0)).toThrow('not a resolution')
    expect(() => resolution(-1, 1, 1)).toThrow('not a resolution')
    expect(() => resolution(0, -1, 1)).toThrow('not a resolution')
    expect(() => resolution(1, 1, 1_000_001)).toThrow('not a resolution: 1 won and 1 refunded of 1000001')
    expect(resolution(1, 0, 1_000_000)).toEqual({ won: 1, refunded: 0, of: 1_000_000 })
    expect(resolution(6, 0, 9)).toEqual({ won: 2, refunded: 0, of: 3 })
    expect(resolution(0, 0, 5)).toEqual(LOST)
    expect(resultName(deadHeat(1, 3))).toBe('dead_heat')
    expect([deadHeat(2, 3), deadHeat(3, 2)]).toEqual([{ won: 2, refunded: 0, of: 3 }, WON])
    expect(RESULTS.map(resultName)).toEqual(['won', 'half_won', 'void', 'half_lost', 'lost'])
  })

  test('two resolutions are equal if their shares are', () => {
    for (const [at, one] of RESULTS.entries())
      expect(RESULTS.map((other) => isSameResolution(one, other))).toEqual(
        RESULTS.map((_, place) => place === at),
      )
    expect(isSameResolution({ won: 2, refunded: 2, of: 4 }, HALF_WON)).toBe(true)
    expect(isSameResolution({ won: 1, refunded: 0, of: 2 }, HALF_WON)).toBe(false)
  })

  test.each([1000, 999, 0, -5, 1500.5, Number.NaN])('odds of %d thousandths are rejected', (odds) => {
    expect(() => priceMilli(odds)).toThrow('odds must be')
  })
})

describe('bets of several legs', () => {
  const prices = [1500, 1910, 2070, 3400]

  test('equal listing every combination, for all results up to four legs and every set of folds', () => {
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

  test('do not depend on the order of their legs', () => {
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

  test('an open bet never settles above its potential', () => {
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

  test('a return is capped at the maximum', () => {
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

  test('full covers have the number of bets their names say', () => {
    const counts = Object.values(FULL_COVERS).map(({ legs, folds }) =>
      combinationCount({
        unitStakeCents: cents(1),
        folds,
        legs: Array.from({ length: legs }, () => ({ priceMilli: priceMilli(2000) })),
      }),
    )
    expect(counts).toEqual([4n, 7n, 11n, 15n, 26n, 31n, 57n, 63n, 120n, 247n])
    expect(fullCoverFolds('yankee', 5)).toBeUndefined()
    expect(fullCoverFolds('yankee', 4)).toEqual([2, 3, 4])
    expect(['yankee', 'goliath', 'toString', 'yankees'].map(isFullCover)).toEqual([true, true, false, false])
  })

  test.each([
    [1, 1, [1]],
    [2, 3, [2]],
    [3, 3, [3]],
    [63, 63, [63]],
    [64, 64, undefined],
    [1, 64, undefined],
    [0, 3, undefined],
    [4, 3, undefined],
    [1.5, 3, undefined],
  ])('%d of %d are the folds %j', (pick, legs, folds) => {
    expect(someOf(pick, legs)).toEqual(folds)
  })

  const open = { priceMilli: priceMilli(2000) }
  const stake = { unitStakeCents: cents(100) }

  test('a banker is in every combination, another leg only in its own', () => {
    const legs = [{ ...open, banker: true }, open, open, open]
    const bet = { ...stake, legs, folds: [0, 1, 2] } // the banker alone, with each of three, with each pair of three
    expect(combinationCount(bet)).toBe(7n)
    expect(combinationsByLeg(bet)).toEqual([7n, 3n, 3n, 3n]) // with the banker alone, and with either other
    const yankee = { ...stake, legs: [open, open, open, open], folds: [2, 3, 4] }
    expect(combinationsByLeg(yankee)).toEqual([7n, 7n, 7n, 7n]) // 3 + 3 + 1
    const halves = { ...bet, legs: [...legs, ...legs], isEachWay: true }
    expect(combinationsByLeg(halves)).toEqual([7n, 3n, 3n, 3n, 7n, 3n, 3n, 3n])
    expect(() => combinationsByLeg({ ...bet, folds: [] })).toThrow('no_folds')
  })

  test('the halves of an each-way bet have the same bankers', () => {
    const banker = { ...open, banker: true }
    const bet = (legs: readonly Leg[]): MultipleBet => ({ ...stake, legs, folds: [1], isEachWay: true })
    expect(checkMultiple(bet([banker, open, banker, open]))).toBeUndefined()
    expect(checkMultiple(bet([{ ...open, banker: false }, open]))).toBeUndefined()
    expect(checkMultiple(bet([banker, open, open, banker]))).toBe('halves_differ')
    expect(checkMultiple(bet([banker, open, open]))).toBe('halves_differ')
    expect(checkMultiple(bet([open, { priceMilli: 1000 as Leg['priceMilli'] }]))).toBe('odds_not_above_one')
    expect(checkMultiple(bet([]))).toBe('too_few_legs')
  })

  test('a system of open legs may return all its combinations at once', () => {
    const bet = { ...stake, legs: [open, { priceMilli: priceMilli(3000) }], folds: [1, 2] } // 2 + 3 + 6
    expect(potentialMultipleReturn(bet)).toBe(1100)
    expect(potentialFactor(bet)).toEqual(fraction(11))
    expect(multipleReturn(bet)).toBeUndefined()
    expect(multipleReturn({ ...bet, legs: bet.legs.map((leg) => ({ ...leg, resolution: WON })) })).toBe(1100)
    expect(() => potentialMultipleReturn({ ...bet, folds: [] })).toThrow('not a bet: no_folds')
    expect(() => potentialFactor({ ...bet, folds: [] })).toThrow('not a bet: no_folds')
    expect(() => combinationCount({ ...bet, folds: [] })).toThrow('not a bet: no_folds')
  })

  test.each([
    [[VOID, VOID], 90],
    [[WON, VOID], 10],
    [[LOST, VOID], 20],
    [[HALF_LOST, VOID], 10],
    [[HALF_LOST, HALF_LOST], 10],
    [[LOST, LOST], 20],
  ] as const)('a parlay of %j has the code %d', (resolutions, code) => {
    const legs = resolutions.map((one) => ({ ...open, resolution: one }))
    expect(multipleResultCode({ ...stake, legs, folds: [2] })).toBe(code)
  })

  test('each leg and fold counts, at most 63 legs, and no return above the maximum', () => {
    const legs = (count: number) => Array.from({ length: count }, () => open)
    expect(checkMultiple({ ...stake, legs: legs(3), folds: [1, 4] })).toBe('fold_out_of_range')
    const short = { priceMilli: 1000 as Leg['priceMilli'] }
    expect(checkMultiple({ ...stake, legs: [open, short], folds: [1] })).toBe('odds_not_above_one')
    expect(checkMultiple({ ...stake, legs: legs(63), folds: [63] })).toBeUndefined()
    expect(checkMultiple({ ...stake, legs: legs(1), folds: [1] })).toBeUndefined()
    expect(checkMultiple({ unitStakeCents: cents(0), legs: legs(1), folds: [1] })).toBeUndefined()
    expect(
      [fraction(101, 2), fraction(50), fraction(99, 2)].map((exact) => payable(exact, cents(50))),
    ).toEqual([50, 50, 49])
  })
})
