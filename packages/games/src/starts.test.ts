import type { Cents } from '@palpite/money'
import { cents } from '@palpite/money'
import { describe, expect, test } from 'vitest'
import { seedHash } from './plain-hmac.ts'
import { joinCrash, openCrashRound } from './crash-round.ts'
import { dicePayoutCents } from './dice.ts'
import { checkMines, startMines } from './mines.ts'
import { assertReturn, choose, hundredths, payoutCents } from './multiplier.ts'
import { checkRows, ROWS, startRows } from './row-double.ts'
import { openSharedRound, placeSharedBet } from './shared-round.ts'

/** Amounts that types do not keep out: from a cast, a division or a missing field. */
const WRONG_STAKES = [
  [0, 'stake_not_positive'],
  [-100, 'stake_not_positive'],
  [0.5, 'stake_not_whole_cents'],
  [Number.NaN, 'stake_not_whole_cents'],
  [Number.POSITIVE_INFINITY, 'stake_not_whole_cents'],
] as const

const rowsOf = (row: readonly number[]) => Array.from({ length: ROWS }, () => row)

describe('a round cannot start', () => {
  test.each(WRONG_STAKES)('with a stake of %d: %s', (amount, reason) => {
    const stakeCents = amount as Cents
    expect(() => startMines(stakeCents, [1])).toThrow(reason)
    expect(() => startRows(stakeCents, 'hard', rowsOf([1]))).toThrow(reason)
    const shared = openSharedRound<string>(seedHash('seed'), 'seed', 'salt')
    expect(placeSharedBet(shared, { ticket: 'a', stakeCents, bet: 'red' })).toEqual({ ok: false, reason })
    expect(joinCrash(openCrashRound(200), { ticket: 'a', stakeCents })).toEqual({ ok: false, reason })
  })

  test.each([
    [[], 'mines_out_of_range'],
    [[3, 3, 3], 'tile_repeated'],
    [[25], 'no_such_tile'],
    [[-1, 4], 'no_such_tile'],
    [[1.5], 'no_such_tile'],
    [[Number.NaN], 'no_such_tile'],
    [Array.from({ length: 25 }, (_, tile) => tile), 'mines_out_of_range'],
  ] as const)('with mines on %j: %s', (mines, reason) => {
    expect(checkMines(mines)).toBe(reason)
    expect(() => startMines(cents(100), mines)).toThrow(reason)
  })

  test.each([
    ['easy', rowsOf([1, 1, 1]), 'tile_repeated'],
    ['hard', rowsOf([2]), 'no_such_tile'],
    ['hard', rowsOf([-1]), 'no_such_tile'],
    ['hard', rowsOf([0.5]), 'no_such_tile'],
    ['easy', rowsOf([0]), 'not_its_safe_tiles'],
    ['hard', rowsOf([0]).slice(1), 'not_nine_rows'],
  ] as const)('of %s on the rows %j: %s', (difficulty, rows, reason) => {
    expect(checkRows(difficulty, rows)).toBe(reason)
    expect(() => startRows(cents(100), difficulty, rows)).toThrow(reason)
  })

  test.each([99, 0, -200, 150.5, Number.NaN])('on a curve that ends at %d', (point) => {
    expect(() => openCrashRound(point)).toThrow('point_out_of_range')
  })
})

describe('no payout exists', () => {
  test.each(WRONG_STAKES.slice(1))('a stake of %d', (amount) => {
    expect(() => payoutCents(amount as Cents, 200)).toThrow('stake_')
    expect(() => dicePayoutCents(amount as Cents, { side: 'over', targetHundredths: 5050 }, 9000)).toThrow(
      'stake_',
    )
  })
})

describe('multipliers', () => {
  test.each([
    [1n, 3n, 33],
    [2n, 3n, 67],
    [1n, 200n, 1], // half a hundredth, up
    [1n, 201n, 0],
    [BigInt(Number.MAX_SAFE_INTEGER), 100n, Number.MAX_SAFE_INTEGER],
  ])('%d ÷ %d is %d hundredths', (n, d, expected) => {
    expect(hundredths(n, d)).toBe(expected)
  })

  test('stay whole numbers that are exact', () => {
    expect(() => hundredths(BigInt(Number.MAX_SAFE_INTEGER) + 1n, 100n)).toThrow(
      'a multiplier left the safe integers',
    )
    expect([choose(25, 3), choose(5, 0), choose(5, 5), choose(3, 4)]).toEqual([2300n, 1n, 1n, 0n])
  })

  test('pay in whole cents, rounded down', () => {
    expect(payoutCents(cents(199), 150)).toBe(298)
    expect(payoutCents(cents(0), 150)).toBe(0)
    expect(payoutCents(cents(1), 100)).toBe(1)
  })

  test.each([0, 101, 1.5, Number.NaN])('cannot be of a return of %d %', (percent) => {
    expect(() => assertReturn(percent)).toThrow('return out of range')
  })

  test.each([1, 100])('can be of a return of %d %', (percent) => {
    expect(() => assertReturn(percent)).not.toThrow()
  })
})
