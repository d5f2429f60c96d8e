import { cents } from '@palpite/money'
import { toNumber } from '@palpite/money/fraction'
import { describe, expect, test } from 'vitest'
import { lineShares, resultChances } from './counts/shares.ts'
import { fightChances, fitFight } from './fights/boxing.ts'
import { builderPrice } from './football/bet-builder.ts'
import { fitGoals } from './football/fit-goals.ts'
import { matchGrids } from './football/match-grids.ts'
import { GOAL_PROFILE, remainingShares } from './football/profile.ts'
import { gridCounts, scoreGrid } from './football/score-grid.ts'
import { baseballEnds } from './innings/baseball.ts'
import { cricketChances, inningsRuns } from './innings/cricket.ts'
import { applyMargin, offeredPrices } from './margin/apply-margin.ts'
import { removeMargin, type MarginMethod } from './margin/remove-margin.ts'
import { homePointsChance, sternChance } from './points/points-model.ts'
import { priceMilli } from './price.ts'
import { placeChances } from './racing/plackett-luce.ts'
import { HALF_LOST, HALF_WON, WON } from './resolution.ts'
import { exactMultipleReturn } from './returns/parlay.ts'
import { homeMatchChance, matchChanceFromSets } from './sets/set-match.ts'
import { tennisSetChance } from './sets/set-scores.ts'
import { fitRallies, fitTennis, frameEnds, freshRallies, rallyEnds } from './sets/set-sport-models.ts'
import { gameChance } from './sets/tennis-points.ts'

const percent = (chance: number | undefined, decimals = 2): string => (100 * (chance ?? -1)).toFixed(decimals)

/** The numbers printed in docs/maths. When one of these fails, the page says something wrong. */
describe('the worked examples of the models', () => {
  test.each([
    ['multiplicative', ['48.23', '29.59', '22.18']],
    ['additive', ['48.78', '29.45', '21.77']],
    ['power', ['48.78', '29.41', '21.81']],
    ['odds_ratio', ['48.56', '29.46', '21.98']],
    ['shin', ['48.64', '29.49', '21.87']],
  ] as const)('margin taken out, %s', (method: MarginMethod, expected) => {
    const read = removeMargin([2000, 3260, 4350].map(priceMilli), method)
    expect(read.ok && read.value.chances.map((chance) => percent(chance))).toEqual(expected)
  })

  test('margin put on', () => {
    expect(applyMargin([0.6, 0.3, 0.1], 600).map((chance) => percent(chance))).toEqual([
      '62.00',
      '32.41',
      '11.59',
    ])
    expect(offeredPrices([0.6, 0.3, 0.1], 600)).toEqual([1610, 3050, 8600])
  })

  test('a patent', () => {
    const leg = (odds: number, resolution: typeof WON) => ({ priceMilli: priceMilli(odds), resolution })
    const legs = [leg(2070, HALF_WON), leg(1590, WON), leg(1830, HALF_LOST)]
    const exact = exactMultipleReturn({ unitStakeCents: cents(100), legs, folds: [1, 2, 3] })
    expect(exact && toNumber(exact)).toBeCloseTo(884.8475, 9)
  })

  test('football', () => {
    const grid = scoreGrid({ home: 1.55, away: 1.05, rho: -0.1 })
    const counts = gridCounts(grid)
    const { home, draw, away } = resultChances(counts)
    expect([grid.cells[0], home, draw, away].map((one) => percent(one))).toEqual([
      '8.64',
      '47.67',
      '27.84',
      '24.49',
    ])
    expect(percent(lineShares(counts.totals, 0, 10).won)).toBe('48.16')
    const fit = fitGoals({ home: 0.5, draw: 0.27, away: 0.23, over25: 0.5 })
    expect([fit?.home, fit?.away, fit?.rho].map((one) => one?.toFixed(3))).toEqual([
      '1.633',
      '1.041',
      '-0.100',
    ])
    const clock = { phase: 'half2', minute: 70 } as const
    expect(percent(remainingShares(clock, GOAL_PROFILE).half2, 1)).toBe('28.8')
    const score = { home: 1, away: 1 }
    const late = matchGrids({
      expected: { home: 1.5, away: 1.1, rho: 0 },
      clock,
      score,
      halfTime: { home: 1, away: 0 },
    })
    const chances = Object.values(resultChances(gridCounts(late.full)))
    expect(chances.map((one) => percent(one, 1))).toEqual(['27.2', '54.0', '18.8'])
    const legs = [
      { market: { type: 'football.1x2', period: 'full' }, outcome: 'home' },
      { market: { type: 'football.total', period: 'full', lineQuarters: 10 }, outcome: 'over' },
    ] as const
    expect(builderPrice(legs, { goals: { full: grid } }, { marginBps: 1000, singles: [] })).toMatchObject({
      priceMilli: 3150,
    })
  })

  test('sets', () => {
    const set = tennisSetChance({ home: 0.66, away: 0.6 })
    expect([gameChance(0.62), set, matchChanceFromSets(set, 3)].map((one) => percent(one))).toEqual([
      '77.59',
      '69.29',
      '77.50',
    ])
    const serve = fitTennis(0.7, 3)
    expect([serve.home, serve.away].map((one) => percent(one))).toEqual(['65.39', '61.21'])
    expect(percent(homeMatchChance(rallyEnds(freshRallies('volleyball', 0.52, 5))))).toBe('69.67')
    expect(percent(fitRallies('volleyball', 0.65, 5))).toBe('51.50')
    expect(percent(homeMatchChance(frameEnds(0.55, 11)))).toBe('63.31')
  })

  test('points, innings, fights and races', () => {
    const expected = { margin: 4.5, total: 221 }
    expect(percent(sternChance('basketball', -3, expected, 0.5), 1)).toBe('46.8')
    const score = { home: 55, away: 58 }
    expect(percent(homePointsChance({ sport: 'basketball', expected, left: 0.5, score }), 1)).toBe('47.0')
    const baseball = baseballEnds({
      expected: { home: 4.6, away: 4.4 },
      runs: { home: 0, away: 0 },
      halvesPlayed: 0,
    })
    expect(percent(baseball.homeWins, 1)).toBe('51.9')
    expect(percent(baseball.full.differences[-baseball.full.differenceFrom], 1)).toBe('10.1')
    const fresh = { balls: 0, wickets: 0, runs: 0, strength: 1 }
    expect(
      inningsRuns(fresh)
        .reduce((sum, chance, runs) => sum + chance * runs, 0)
        .toFixed(1),
    ).toBe('180.6')
    const chase = cricketChances({
      first: { ...fresh, balls: 120, runs: 170 },
      second: { balls: 60, runs: 80, wickets: 3, strength: 1 },
      battingFirst: 'home',
    })
    expect([chase.away, chase.tie].map((one) => percent(one, 1))).toEqual(['50.8', '2.7'])
    const { home, away, draw } = fightChances(fitFight(0.7, 12))
    const ways = [home.stoppage, home.decision, away.stoppage, away.decision, draw]
    expect(ways.map((one) => percent(one, 1))).toEqual(['37.8', '30.9', '16.2', '13.2', '1.8'])
    expect(placeChances([0.4, 0.3, 0.2, 0.1], 2).map((one) => percent(one, 1))).toEqual([
      '71.6',
      '60.8',
      '44.1',
      '23.5',
    ])
  })
})
