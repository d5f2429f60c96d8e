import { describe, expect, test } from 'vitest'
import { baseballPrices } from '../points/points-prices.ts'
import { resultChances } from '../counts/shares.ts'
import { baseballEnds, baseballPart } from './baseball.ts'

const expected = { home: 4.6, away: 4.4 }
const homeWins = (halvesPlayed: number, home: number, away: number): number =>
  baseballEnds({ expected, runs: { home, away }, halvesPlayed }).homeWins

describe('the home side of an extra inning still bats', () => {
  test.each([
    [3, 4],
    [4, 4],
    [2, 5],
  ])('%d–%d after the top of the tenth is as likely won as after the top of the ninth', (home, away) => {
    expect(homeWins(19, home, away)).toBeCloseTo(homeWins(17, home, away), 12)
    expect(homeWins(25, home, away)).toBeCloseTo(homeWins(17, home, away), 12)
  })

  test('a run behind it may still win, and a run ahead it has won: the inning stops there', () => {
    expect(homeWins(19, 3, 4)).toBeGreaterThan(0.1)
    expect(homeWins(19, 5, 4)).toBe(1)
    const { all } = baseballEnds({ expected, runs: { home: 3, away: 4 }, halvesPlayed: 19 })
    const max = all.differences.findLastIndex((chance) => chance > 1e-9) + all.differenceFrom
    expect(max).toBe(1)
  })

  test('a whole extra inning that left one ahead is the end', () => {
    expect([homeWins(20, 4, 5), homeWins(20, 5, 4)]).toEqual([0, 1])
  })

  test('nothing on nine innings is priced once they are over', () => {
    const priced = (halvesPlayed: number) =>
      baseballPrices({ expected, runs: { home: 4, away: 4 }, halvesPlayed }, { marginBps: 450 })
    expect(priced(19).map(({ market }) => market.period)).not.toContain('full')
    expect(priced(18).map(({ market }) => market.period)).not.toContain('full')
    expect(priced(17).map(({ market }) => market.period)).toContain('full')
  })
})

describe('a part of the match', () => {
  const part = (halvesPlayed: number, until: number, home = 0, away = 0) =>
    baseballPart({ expected, runs: { home, away }, halvesPlayed, until })
  const mean = (chances: Float64Array, from: number) =>
    chances.reduce((sum, chance, place) => sum + chance * (place + from), 0)

  test('is expected to count the runs of its own innings, whoever leads', () => {
    const { home, homeFrom, away, awayFrom } = part(4, 10, 3, 1)
    expect(mean(home, homeFrom)).toBeCloseTo(3 + (3 * expected.home) / 9, 6)
    expect(mean(away, awayFrom)).toBeCloseTo(1 + (3 * expected.away) / 9, 6)
  })

  test('after its first half only the home side adds to it', () => {
    const { away, awayFrom } = part(7, 8, 0, 2)
    expect(awayFrom).toBe(2)
    expect(away[0]).toBeCloseTo(1, 12)
    expect(resultChances(part(7, 8, 0, 2)).away).toBeGreaterThan(0.85)
  })

  test.each([
    { what: 'over', from: 10, until: 10 },
    { what: 'in the ninth inning', from: 16, until: 18 },
  ])('that is $what has no chances', ({ from, until }) => {
    expect(() => part(from, until)).toThrow('not a part of a match')
  })
})
