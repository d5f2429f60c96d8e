import { describe, expect, test } from 'vitest'
import { baseballPrices } from '../points/points-prices.ts'
import { baseballEnds } from './baseball.ts'

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
