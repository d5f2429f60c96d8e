import { cents } from '@palpite/money'
import { compare, fraction, toNumber } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkCrashTarget,
  crashCurve,
  crashPayoutCents,
  crashPoint,
  crashReturnToPlayer,
  crashTimeMs,
} from './crash.ts'
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
  limboChancePercent,
  limboPayoutCents,
  limboResult,
  limboReturnToPlayer,
  limboWinningSteps,
} from './limbo.ts'
import { checkLuckyBet, luckyColours, luckyPayoutCents, luckyReturnToPlayer } from './lucky-colour.ts'
import { plainHmac } from './plain-hmac.ts'

const results = Array.from({ length: DICE_RESULTS }, (_, result) => result)

describe('dice', () => {
  const anyBet: fc.Arbitrary<DiceBet> = fc
    .record({ side: fc.constantFrom('over', 'under'), targetHundredths: fc.integer({ min: 0, max: 10_000 }) })
    .filter((bet) => checkDiceBet(bet) === undefined)

  test('the largest stake pays at most the maximum, and a cent more would exceed it', () => {
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

  test('the multiplier is 99 over the chance, rounded half up, for every bet', () => {
    expect(diceMultiplier({ side: 'under', targetHundredths: 4700 })).toBe(21_064)
    for (let chance = 1; chance <= 9800; chance += 1) {
      const paid = diceMultiplier({ side: 'under', targetHundredths: chance })
      expect(paid).toBe(diceMultiplier({ side: 'over', targetHundredths: 10_000 - chance }))
      // Within a half of the last decimal of 99 / chance %, and above the lower half.
      expect(2 * paid * chance - 198_000_000).toBeGreaterThan(-chance)
      expect(2 * paid * chance - 198_000_000).toBeLessThanOrEqual(chance)
    }
  })

  test('a round of the first version keeps its truncated multiplier and payout', () => {
    const bet = { side: 'under', targetHundredths: 4700 } as const
    expect([diceMultiplier(bet, 1), diceMultiplier(bet, 2)]).toEqual([21_063, 21_064])
    expect(diceMultiplier({ ...bet, targetHundredths: 4950 }, 1)).toBe(20_000)
    expect(() => diceMultiplier(bet, 3)).toThrow('no version 3')
    const stake = cents(1_000_000)
    expect([1, 2].map((version) => dicePayoutCents(stake, bet, 4699, version))).toEqual([
      2_106_300, 2_106_400,
    ])
  })

  test('the stated return equals all 10,001 results together', () => {
    fc.assert(
      fc.property(anyBet, (bet) => {
        const paid = results.reduce((sum, result) => sum + dicePayoutCents(cents(10_000), bet, result), 0)
        const { n, d } = diceReturnToPlayer(bet)
        expect(fraction(paid, 10_000 * DICE_RESULTS)).toEqual(fraction(n, d))
      }),
      { numRuns: 20 },
    )
  })

  test('the best bet returns 98.9949 %: rounding up gives nobody an edge', () => {
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
    [{ side: 'over', targetHundredths: Number.POSITIVE_INFINITY }, 'target_not_whole'],
  ] as const)('%j is refused: %s', (bet, reason) => {
    expect(checkDiceBet(bet)).toBe(reason)
    expect(() => diceMultiplier(bet)).toThrow(`not a dice bet: ${reason}`)
  })

  test.each([
    [{ side: 'under', targetHundredths: 1 }, 99_000_000], // 99 ÷ 0.01 %
    [{ side: 'over', targetHundredths: 9999 }, 99_000_000],
    [{ side: 'under', targetHundredths: 9800 }, 10_102], // 99 ÷ 98 % = 1.01020…
    [{ side: 'over', targetHundredths: 200 }, 10_102],
  ] as const)('%j is the last accepted target of its side', (bet, multiplier) => {
    expect(checkDiceBet(bet)).toBeUndefined()
    expect(diceMultiplier(bet)).toBe(multiplier)
  })

  test('the target itself loses both ways', () => {
    const wins = (side: DiceBet['side']) =>
      [4999, 5000, 5001].map((result) => isDiceWin({ side, targetHundredths: 5000 }, result))
    expect(wins('over')).toEqual([false, false, true])
    expect(wins('under')).toEqual([true, false, false])
  })
})

describe('limbo', () => {
  test('the counted winning steps are those that win', () => {
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
    expect(() => limboPayoutCents(cents(100), target, 200)).toThrow(`not a limbo target: ${reason}`)
  })

  test('the lowest and the highest target are played', () => {
    expect([101, 100_000_000].map(checkLimboTarget)).toEqual([undefined, undefined])
    expect(limboResult(2 ** 24 - 1)).toBe(100)
    expect(limboResult(2 ** 23 - 1)).toBe(198) // 2 × 0.99
    expect(limboChancePercent(200)).toBe(49.5)
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
    for (const slot of [-1, 15, 1.5]) expect(() => doubleColour(slot)).toThrow(`no slot ${slot}`)
  })

  test.each([
    [0, 'white', 1400],
    [1, 'red', 200],
    [7, 'red', 200],
    [8, 'black', 200],
    [14, 'black', 200],
  ] as const)('slot %d is %s and pays R$ 1.00 with %d cents', (slot, colour, paid) => {
    expect(doubleColour(slot)).toBe(colour)
    expect(doublePayoutCents(cents(100), colour, slot)).toBe(paid)
  })

  test('other pays return otherwise', () => {
    expect(doubleReturnToPlayer('white', { white: 1500, red: 200, black: 200 })).toEqual(fraction(1))
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
    expect(() => luckyPayoutCents(cents(100), { kind: 'digit', digit: -1 }, 3)).toThrow(
      'not a bet: no_such_digit',
    )
    expect([0, 9, -1, 2.5].map((digit) => checkLuckyBet({ kind: 'digit', digit }))).toEqual([
      undefined,
      undefined,
      'no_such_digit',
      'no_such_digit',
    ])
    for (const digit of [10, -1, 1.5]) expect(() => luckyColours(digit)).toThrow(`no digit ${digit}`)
  })

  test('odd digits are green, even ones red, 0 and 5 also violet', () => {
    const [green, red] = [['green'], ['red']]
    expect(Array.from({ length: 10 }, (_, digit) => luckyColours(digit))).toEqual([
      ['red', 'violet'],
      green,
      red,
      green,
      red,
      ['green', 'violet'],
      red,
      green,
      red,
      green,
    ])
  })

  test.each([
    [{ kind: 'colour', colour: 'violet' }, [480, 0, 480, 0]],
    [{ kind: 'colour', colour: 'green' }, [0, 0, 160, 200]],
    [{ kind: 'digit', digit: 5 }, [0, 0, 960, 0]],
    [{ kind: 'size', size: 'small' }, [192, 192, 0, 0]],
    [{ kind: 'size', size: 'big' }, [0, 0, 192, 192]],
  ] as const)('on 0, 4, 5 and 9 %j pays %j', (bet, paid) => {
    expect([0, 4, 5, 9].map((digit) => luckyPayoutCents(cents(100), bet, digit))).toEqual(paid)
  })

  test('other pays return otherwise', () => {
    const pays = { colour: 200, dual: 150, violet: 500, digit: 1000, size: 200 }
    expect(luckyReturnToPlayer({ kind: 'digit', digit: 3 }, pays)).toEqual(fraction(1))
    expect(luckyReturnToPlayer({ kind: 'colour', colour: 'red' }, pays)).toEqual(fraction(95, 100))
  })
})

describe('crash', () => {
  test('always cashing out at the same multiplier returns just under 99 %', () => {
    for (const target of [101, 150, 200, 1000, 10_000]) {
      expect(toNumber(crashReturnToPlayer(target))).toBeCloseTo(0.99, 4)
    }
  })

  test('the curve never falls, and first shows a multiplier at its computed time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), (multiplier) => {
        const time = crashTimeMs(multiplier)
        expect(crashCurve(time)).toBeGreaterThanOrEqual(multiplier)
        expect(time === 0 || crashCurve(time - 1) < multiplier).toBe(true)
      }),
    )
    expect(() => crashCurve(-1)).toThrow('time runs forward, got -1')
    expect(() => crashCurve(Number.NaN)).toThrow('forward')
    // e^0.06 = 1.0618…; 2.00 is reached after ln 2 ÷ 0.00006 = 11,552.45 ms.
    expect([0, 1000, 11_552, 11_553].map(crashCurve)).toEqual([100, 106, 199, 200])
    expect([100, 200].map(crashTimeMs)).toEqual([0, 11_553])
  })

  test('an automatic cash-out is between 1.01 and 1,000,000.00', () => {
    expect([100, 101, 100_000_000, 100_000_001, 150.5].map(checkCrashTarget)).toEqual([
      'target_too_low',
      undefined,
      undefined,
      'target_too_high',
      'target_not_whole',
    ])
  })

  // The first 32 bits of the HMAC are 1,071,363,974: 2^32 ÷ 1,071,363,975 = 4.00887…, times 0.99 3.96879….
  test('the house edge moves the end of the curve', () => {
    const round = { gameHash: 'palpite', salt: 'sal' }
    expect([0.01, 0, 0.5].map((edge) => crashPoint(plainHmac, round, edge))).toEqual([396, 400, 200])
  })

  test('a cash-out at the end of the curve counts, one after it does not', () => {
    expect(crashPayoutCents(cents(100), 150, 150)).toBe(150)
    expect(crashPayoutCents(cents(100), 151, 150)).toBe(0)
    expect([99, 100].map((at) => crashPayoutCents(cents(100), at, 150))).toEqual([0, 100])
  })

  test('every round ends at 1.00 or above', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (gameHash, salt) => {
        expect(crashPoint(plainHmac, { gameHash, salt })).toBeGreaterThanOrEqual(100)
      }),
    )
  })
})
