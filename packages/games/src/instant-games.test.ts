import { cents } from '@palpite/money'
import { compare, fraction, toNumber } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crashCurve, crashPayoutCents, crashPoint, crashReturnToPlayer, crashTimeMs } from './crash.ts'
import {
  checkDiceBet,
  DICE_RESULTS,
  diceChance,
  diceMaxStake,
  diceMultiplier,
  dicePayoutCents,
  diceReturnToPlayer,
  isDiceWin,
  type DiceBet,
} from './dice.ts'
import { DOUBLE_STRIP, doubleColour, doublePayoutCents, doubleReturnToPlayer } from './double.ts'
import {
  checkLimboTarget,
  limboPayoutCents,
  limboResult,
  limboReturnToPlayer,
  limboWinningSteps,
} from './limbo.ts'
import { checkLuckyBet, luckyPayoutCents, luckyReturnToPlayer } from './lucky-colour.ts'
import { plainHmac } from './plain-hmac.ts'

const results = Array.from({ length: DICE_RESULTS }, (_, result) => result)

describe('dice', () => {
  const anyBet: fc.Arbitrary<DiceBet> = fc
    .record({ side: fc.constantFrom('over', 'under'), targetHundredths: fc.integer({ min: 0, max: 10_000 }) })
    .filter((bet) => checkDiceBet(bet) === undefined)

  test('the greatest stake pays no more than the most, and a cent more would', () => {
    fc.assert(
      fc.property(anyBet, fc.integer({ min: 0, max: 10_000_000_000 }), (bet, max) => {
        const stake = diceMaxStake(bet, max)
        expect(stake * diceMultiplier(bet)).toBeLessThanOrEqual(max * 10_000)
        expect((stake + 1) * diceMultiplier(bet)).toBeGreaterThan(max * 10_000)
      }),
    )
  })

  test('over 50.50 wins 49.50 % and pays 2.0000', () => {
    const bet = { side: 'over', targetHundredths: 5050 } as const
    expect([diceChance(bet), diceMultiplier(bet)]).toEqual([4950, 20_000])
    expect(dicePayoutCents(cents(500), bet, 5051)).toBe(1000)
    expect(dicePayoutCents(cents(500), bet, 5050)).toBe(0)
    expect(toNumber(fraction(diceReturnToPlayer(bet).n, diceReturnToPlayer(bet).d))).toBeCloseTo(0.989901, 6)
  })

  test('the multiplier is 99 over the chance, a half of its last decimal up, for every bet there is', () => {
    expect(diceMultiplier({ side: 'under', targetHundredths: 4700 })).toBe(21_064)
    for (let chance = 1; chance <= 9800; chance += 1) {
      const paid = diceMultiplier({ side: 'under', targetHundredths: chance })
      expect(paid).toBe(diceMultiplier({ side: 'over', targetHundredths: 10_000 - chance }))
      // Within a half of the last decimal of 99 / chance %, and above the lower half.
      expect(2 * paid * chance - 198_000_000).toBeGreaterThan(-chance)
      expect(2 * paid * chance - 198_000_000).toBeLessThanOrEqual(chance)
    }
  })

  test('a round played by the first version keeps its multiplier, which was cut, and what that paid', () => {
    const bet = { side: 'under', targetHundredths: 4700 } as const
    expect([diceMultiplier(bet, 1), diceMultiplier(bet, 2)]).toEqual([21_063, 21_064])
    expect(diceMultiplier({ ...bet, targetHundredths: 4950 }, 1)).toBe(20_000)
    expect(() => diceMultiplier(bet, 3)).toThrow('no version 3')
    const stake = cents(1_000_000)
    expect([1, 2].map((version) => dicePayoutCents(stake, bet, 4699, version))).toEqual([
      2_106_300, 2_106_400,
    ])
  })

  test('the stated return is what all 10,001 results pay together', () => {
    fc.assert(
      fc.property(anyBet, (bet) => {
        const paid = results.reduce((sum, result) => sum + dicePayoutCents(cents(10_000), bet, result), 0)
        const { n, d } = diceReturnToPlayer(bet)
        expect(fraction(paid, 10_000 * DICE_RESULTS)).toEqual(fraction(n, d))
      }),
      { numRuns: 20 },
    )
  })

  test('the best bet of all returns 98.9949 %: rounding up gives nobody the edge', () => {
    const bets = Array.from({ length: 9800 }, (_, place) => ({
      side: 'under' as const,
      targetHundredths: place + 1,
    }))
    const max = bets.reduce(
      (best, bet) => {
        const { n, d } = diceReturnToPlayer(bet)
        return n / d > best.share ? { share: n / d, bet } : best
      },
      { share: 0, bet: bets[0] },
    )
    expect(max.bet?.targetHundredths).toBe(9676)
    expect(max.share.toFixed(6)).toBe('0.989949')
  })

  test('no bet returns more than 99 %, and over and under never both win', () => {
    fc.assert(
      fc.property(anyBet, fc.integer({ min: 0, max: 10_000 }), (bet, result) => {
        const { n, d } = diceReturnToPlayer(bet)
        expect(compare(fraction(n, d), fraction(99, 100))).toBeLessThan(0)
        const opposite = {
          side: bet.side === 'over' ? 'under' : 'over',
          targetHundredths: bet.targetHundredths,
        } as const
        expect(isDiceWin(bet, result) && isDiceWin(opposite, result)).toBe(false)
      }),
    )
  })

  test.each([
    [{ side: 'under', targetHundredths: 0 }, 'chance_too_small'],
    [{ side: 'over', targetHundredths: 10_000 }, 'chance_too_small'],
    [{ side: 'under', targetHundredths: 9801 }, 'chance_too_great'],
    [{ side: 'over', targetHundredths: 199 }, 'chance_too_great'],
    [{ side: 'under', targetHundredths: 50.5 }, 'target_not_whole'],
    [{ side: 'under', targetHundredths: Number.NaN }, 'target_not_whole'],
  ] as const)('%j is refused: %s', (bet, reason) => {
    expect(checkDiceBet(bet)).toBe(reason)
    expect(() => diceMultiplier(bet)).toThrow(reason)
  })
})

describe('limbo', () => {
  test('the counted winning steps are the ones that win', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000_000 }), (target) => {
        const wins = limboWinningSteps(target)
        expect(wins === 0 || limboResult(wins - 1) >= target).toBe(true)
        expect(limboResult(wins)).toBeLessThan(target)
      }),
    )
  })

  test.each([
    [200, 0.99],
    [10_000, 0.98998],
    [1_000_000, 0.98944],
    [10_000_000, 0.98944],
    [25_000_000, 0.98348],
    [100_000_000, 0.95367],
  ])('a target of %d hundredths returns %d', (target, expected) => {
    expect(toNumber(limboReturnToPlayer(target))).toBeCloseTo(expected, 4)
  })

  test('a result equal to the target wins, one below loses', () => {
    expect(limboPayoutCents(cents(100), 250, 250)).toBe(250)
    expect(limboPayoutCents(cents(100), 250, 249)).toBe(0)
  })

  test.each([
    [100, 'target_too_low'],
    [100_000_001, 'target_too_high'],
    [150.5, 'target_not_whole'],
  ])('a target of %d is refused: %s', (target, reason) => {
    expect(checkLimboTarget(target)).toBe(reason)
    expect(() => limboPayoutCents(cents(100), target, 200)).toThrow(reason)
  })
})

describe('double', () => {
  test('every colour returns 14/15', () => {
    expect((['white', 'red', 'black'] as const).map((colour) => doubleReturnToPlayer(colour))).toEqual(
      Array.from({ length: 3 }, () => fraction(14, 15)),
    )
  })

  test('the strip holds each slot once, and exactly one colour pays', () => {
    expect(DOUBLE_STRIP.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, slot) => slot))
    for (const slot of DOUBLE_STRIP) {
      const paying = (['white', 'red', 'black'] as const).filter(
        (one) => doublePayoutCents(cents(100), one, slot) > 0,
      )
      expect(paying).toEqual([doubleColour(slot)])
    }
    expect(() => doubleColour(15)).toThrow('no slot')
  })
})

describe('lucky colour', () => {
  test('every bet returns 96 %', () => {
    const bets = [
      { kind: 'colour', colour: 'green' },
      { kind: 'colour', colour: 'red' },
      { kind: 'colour', colour: 'violet' },
      { kind: 'size', size: 'small' },
      { kind: 'size', size: 'big' },
      ...Array.from({ length: 10 }, (_, digit) => ({ kind: 'digit', digit }) as const),
    ] as const
    expect(bets.map((bet) => luckyReturnToPlayer(bet))).toEqual(bets.map(() => fraction(96, 100)))
  })

  test('red pays 1.6 on 0 and 2 on other even digits', () => {
    const red = { kind: 'colour', colour: 'red' } as const
    expect([0, 2, 5].map((digit) => luckyPayoutCents(cents(100), red, digit))).toEqual([160, 200, 0])
  })

  test('a digit that does not exist is refused', () => {
    expect(checkLuckyBet({ kind: 'digit', digit: 10 })).toBe('no_such_digit')
    expect(() => luckyPayoutCents(cents(100), { kind: 'digit', digit: -1 }, 3)).toThrow('no_such_digit')
  })
})

describe('crash', () => {
  test('cashing out always at the same multiplier returns just under 99 %', () => {
    for (const target of [101, 150, 200, 1000, 10_000]) {
      expect(toNumber(crashReturnToPlayer(target))).toBeCloseTo(0.99, 4)
    }
  })

  test('the curve never falls, and shows a multiplier first at its own time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), (multiplier) => {
        const time = crashTimeMs(multiplier)
        expect(crashCurve(time)).toBeGreaterThanOrEqual(multiplier)
        expect(time === 0 || crashCurve(time - 1) < multiplier).toBe(true)
      }),
    )
    expect(() => crashCurve(-1)).toThrow('forward')
  })

  test('a cash-out at the end of the curve counts, one after it does not', () => {
    expect(crashPayoutCents(cents(100), 150, 150)).toBe(150)
    expect(crashPayoutCents(cents(100), 151, 150)).toBe(0)
  })

  test('every round ends at 1.00 or above', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (gameHash, salt) => {
        expect(crashPoint(plainHmac, { gameHash, salt })).toBeGreaterThanOrEqual(100)
      }),
    )
  })
})
