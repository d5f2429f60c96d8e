import { cents } from '@palpite/money'
import { add, fraction, toNumber } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceFraction, priceMilli } from '../price.ts'
import { HALF_LOST, HALF_WON, LOST, VOID, WON } from '../resolution.ts'
import { boostedPrice, winningsBoost } from './boost.ts'
import { eachWayReturn, exactEachWayReturn, placePrice } from './each-way.ts'
import { checkMultiple, combinationCount, exactMultipleReturn } from './parlay.ts'

const anyResult = fc.constantFrom(WON, HALF_WON, VOID, HALF_LOST, LOST)
const anyPrice = fc.integer({ min: 1001, max: 50_000 }).map(priceMilli)
const anyStake = fc.integer({ min: 0, max: 10_000_000 }).map(cents)

describe('each-way', () => {
  const terms = { places: 3, fractionOfOdds: { n: 1, d: 5 } }

  test('a winner at 6.00 at a fifth pays both parts', () => {
    const bet = {
      unitStakeCents: cents(1000),
      folds: [1],
      legs: [{ priceMilli: priceMilli(6000), terms, win: WON, place: WON }],
    }
    expect(exactEachWayReturn(bet)).toEqual({ win: fraction(6000), place: fraction(2000) })
    expect(eachWayReturn(bet)).toBe(8000)
  })

  test.each([
    [6000, 1, 5, 2],
    [6000, 1, 1, 6],
    [4500, 1, 4, 1.875], // 1 + 3.5 ÷ 4
    [6000, 2, 5, 3], // 1 + 5 × 2 ÷ 5
  ])('a price of %d at %d/%d places at %d', (milli, n, d, placed) => {
    const price = placePrice(priceFraction(priceMilli(milli)), { places: 3, fractionOfOdds: { n, d } })
    expect(toNumber(price)).toBe(placed)
  })

  test.each([
    [0, 5],
    [1, 0],
    [6, 5],
    [-1, 5],
    [-1, -5],
  ])('is not sold at %d/%d', (n, d) => {
    const price = priceFraction(priceMilli(6000))
    expect(() => placePrice(price, { places: 3, fractionOfOdds: { n, d } })).toThrow(
      `place terms out of range: ${n}/${d}`,
    )
  })

  test('multiplies a banker into both parts, and is capped at the maximum', () => {
    const bet = {
      unitStakeCents: cents(100),
      folds: [1],
      legs: [
        { priceMilli: priceMilli(6000), terms, win: WON, place: WON, banker: true },
        { priceMilli: priceMilli(2000), terms, win: WON, place: WON },
        { priceMilli: priceMilli(3000), terms, win: LOST, place: WON },
      ],
    }
    // To win 6 × (2 + 0); placed at a fifth 2 × (1.2 + 1.4).
    expect(exactEachWayReturn(bet)).toEqual({ win: fraction(1200), place: fraction(520) })
    expect(eachWayReturn(bet)).toBe(1720)
    expect(eachWayReturn({ ...bet, maxReturnCents: cents(1000) })).toBe(1000)
    expect(() => exactEachWayReturn({ ...bet, folds: [] })).toThrow('not a bet: no_folds')
  })

  test('with legs in halves equals the two bets together, in stakes and returns', () => {
    const legs = (size: number) =>
      fc.array(fc.tuple(anyPrice, anyResult), { minLength: size, maxLength: size })
    fc.assert(
      fc.property(
        legs(3),
        legs(3),
        anyStake,
        fc.subarray([1, 2, 3], { minLength: 1 }),
        (win, place, stake, folds) => {
          const part = (all: typeof win) => ({
            unitStakeCents: stake,
            folds,
            legs: all.map(([price, resolution]) => ({ priceMilli: price, resolution })),
          })
          const bet = { ...part([...win, ...place]), isEachWay: true }
          expect(checkMultiple(bet)).toBeUndefined()
          expect(combinationCount(bet)).toBe(2n * combinationCount(part(win)))
          const [one, other] = [exactMultipleReturn(part(win)), exactMultipleReturn(part(place))]
          expect(exactMultipleReturn(bet)).toEqual(one && other && add(one, other))
        },
      ),
    )
    const odd = {
      unitStakeCents: cents(100),
      folds: [1],
      isEachWay: true,
      legs: [{ priceMilli: priceMilli(2000) }],
    }
    expect(checkMultiple(odd)).toBe('halves_differ')
  })

  test('is two bets: the win parts combined and the place parts combined', () => {
    const leg = fc.record({ priceMilli: anyPrice, win: anyResult, place: anyResult })
    fc.assert(
      fc.property(fc.array(leg, { minLength: 2, maxLength: 5 }), anyStake, (legs, unitStakeCents) => {
        const folds = [2, legs.length]
        const bet = {
          unitStakeCents,
          folds: [...new Set(folds)],
          legs: legs.map((one) => ({ ...one, terms })),
        }
        const win = exactMultipleReturn({
          ...bet,
          legs: legs.map((one) => ({ priceMilli: one.priceMilli, resolution: one.win })),
        })
        expect(exactEachWayReturn(bet).win).toEqual(win)
      }),
    )
  })

  test('place terms above the full odds are rejected', () => {
    const bad = { places: 3, fractionOfOdds: { n: 6, d: 5 } }
    const legs = [{ priceMilli: priceMilli(6000), terms: bad, win: WON, place: WON }]
    expect(() => eachWayReturn({ unitStakeCents: cents(1), folds: [1], legs })).toThrow('place terms')
  })
})

describe('boosts', () => {
  test('raise the winnings, not the stake, rounded down', () => {
    expect(boostedPrice(priceMilli(3000), 1000)).toBe(3200)
    expect(boostedPrice(priceMilli(1820), 2000)).toBe(1980)
    expect(boostedPrice(priceMilli(90_000), 1234)).toBe(100_900)
    expect(boostedPrice(priceMilli(1339), 10)).toBe(1339)
    expect(winningsBoost({ stakeCents: cents(1000), returnCents: cents(3333) }, 1000, cents(10_000))).toBe(
      233,
    )
  })

  test('add nothing without winnings, and no more than their maximum', () => {
    expect(winningsBoost({ stakeCents: cents(1000), returnCents: cents(900) }, 1000, cents(10_000))).toBe(0)
    expect(winningsBoost({ stakeCents: cents(1000), returnCents: cents(99_000) }, 1000, cents(500))).toBe(500)
    expect(() => boostedPrice(priceMilli(2000), -1)).toThrow('boost out of range')
    expect(() => winningsBoost({ stakeCents: cents(1), returnCents: cents(2) }, 0.5, cents(1))).toThrow(
      'boost out of range: 0.5 bps',
    )
  })

  test('go from nothing to ten times the winnings', () => {
    expect(boostedPrice(priceMilli(2000), 0)).toBe(2000)
    expect(boostedPrice(priceMilli(2000), 100_000)).toBe(12_000)
    expect(() => boostedPrice(priceMilli(2000), 100_001)).toThrow('boost out of range')
    expect(() => boostedPrice(priceMilli(1_000_000_000), 10)).toThrow('a boosted price left the range')
    expect(winningsBoost({ stakeCents: cents(1000), returnCents: cents(1001) }, 10_000, cents(5))).toBe(1)
    expect(winningsBoost({ stakeCents: cents(1000), returnCents: cents(1000) }, 10_000, cents(5))).toBe(0)
  })

  test('are shown in hundredths, from 100 on in tenths', () => {
    expect(boostedPrice(priceMilli(99_900), 10)).toBe(99_990) // 99.9989
    expect(boostedPrice(priceMilli(100_000), 10)).toBe(100_000) // 100.099
    expect(boostedPrice(priceMilli(50_500), 10_000)).toBe(100_000) // 1 + 2 × 49.5 = 100
  })
})
