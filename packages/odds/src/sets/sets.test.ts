import fc from 'fast-check'
import { framePoints } from './frame-points.ts'
import { describe, expect, test } from 'vitest'
import { checkMarket } from '../markets/check-market.ts'
import { setSportPrices } from './set-prices.ts'
import { homeMatchChance, matchChanceFromSets } from './set-match.ts'
import { freshSet, rallySetEnds, tennisSetChance, tennisSetEnds } from './set-scores.ts'
import {
  fitFrames,
  fitRallies,
  fitTennis,
  frameEnds,
  freshRallies,
  freshTennis,
  rallyEnds,
  tennisEnds,
} from './set-sport-models.ts'
import { gameChance, tieBreakChance } from './tennis-points.ts'

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)
const serving = fc.double({ min: 0.35, max: 0.85, noNaN: true })

describe('tennis', () => {
  test('a game from any score is the mean of its two next scores', () => {
    fc.assert(
      fc.property(serving, fc.nat(3), fc.nat(3), (point, own, other) => {
        const next =
          point * gameChance(point, [own + 1, other]) + (1 - point) * gameChance(point, [own, other + 1])
        expect(gameChance(point, [own, other])).toBeCloseTo(next, 12)
      }),
    )
  })

  test('the first server changes neither a tie-break nor a set', () => {
    fc.assert(
      fc.property(serving, serving, (home, away) => {
        const serve = { home, away }
        expect(tieBreakChance(serve, 'home')).toBeCloseTo(tieBreakChance(serve, 'away'), 9)
        expect(tennisSetChance(serve, freshSet('home'))).toBeCloseTo(
          tennisSetChance(serve, freshSet('away')),
          9,
        )
      }),
    )
  })

  test("a set's endings sum to one, and the match is as likely as its sets imply", () => {
    fc.assert(
      fc.property(serving, serving, (home, away) => {
        const serve = { home, away }
        expect(sum(tennisSetEnds(serve, freshSet('home')).map((end) => end.chance))).toBeCloseTo(1, 9)
        const ends = tennisEnds(freshTennis(serve, 3))
        expect(homeMatchChance(ends)).toBeCloseTo(matchChanceFromSets(tennisSetChance(serve), 3), 6)
        expect(sum(ends.counts.totals)).toBeCloseTo(1, 6)
      }),
      { numRuns: 20 },
    )
  })

  test('is fitted to its chance, both players around the mean', () => {
    const serve = fitTennis(0.7, 5)
    expect(homeMatchChance(tennisEnds(freshTennis(serve, 5)))).toBeCloseTo(0.7, 6)
    expect(serve.home + serve.away).toBeCloseTo(2 * 0.633, 9)
  })

  test('rejects points always or never won', () => {
    expect(() => gameChance(1)).toThrow('between 0 and 1')
    expect(() => tieBreakChance({ home: 0, away: 0.5 }, 'home')).toThrow('between 0 and 1')
  })
})

describe('rallies and frames', () => {
  test('equal sides are even, and mirroring a match mirrors its chances', () => {
    for (const [sport, bestOf] of [
      ['volleyball', 5],
      ['badminton', 3],
      ['table_tennis', 7],
    ] as const) {
      expect(homeMatchChance(rallyEnds(freshRallies(sport, 0.5, bestOf)))).toBeCloseTo(0.5, 6)
      const [home, away] = [0.53, 0.47].map((rally) =>
        homeMatchChance(rallyEnds(freshRallies(sport, rally, bestOf))),
      )
      expect((home ?? 0) + (away ?? 0)).toBeCloseTo(1, 6)
    }
  })

  test('a set to 21 ends at 30 at the latest, a set to 25 by two', () => {
    for (const { home, away } of rallySetEnds(0.5, { target: 21, cap: 30 }))
      expect(Math.max(home, away)).toBeLessThanOrEqual(30)
    for (const { home, away } of rallySetEnds(0.5, { target: 25 }).filter((end) => end.chance > 1e-9)) {
      expect(Math.abs(home - away) >= 2 && Math.max(home, away) >= 25).toBe(true)
    }
  })

  test('are fitted to their chance', () => {
    expect(
      homeMatchChance(rallyEnds(freshRallies('volleyball', fitRallies('volleyball', 0.65, 5), 5))),
    ).toBeCloseTo(0.65, 5)
    expect(homeMatchChance(frameEnds(fitFrames(0.8, 35), 35))).toBeCloseTo(0.8, 5)
  })

  test('from a score only the rest is played', () => {
    expect(homeMatchChance(frameEnds(0.5, 11, [5, 5]))).toBeCloseTo(0.5, 9)
    expect(homeMatchChance(frameEnds(0.5, 11, [5, 4]))).toBeCloseTo(0.75, 9)
    expect(() => frameEnds(0.5, 11, [6, 0])).toThrow('is over')
    expect(() => frameEnds(0.5, 10)).toThrow('not a best of')
  })

  test("every market's prices are available and never above fair", () => {
    const tennis = freshTennis({ home: 0.66, away: 0.61 }, 3)
    const current = { number: 1, ends: tennisSetEnds(tennis.serve, tennis.set) }
    const priced = [
      ...setSportPrices({ sport: 'tennis', ends: tennisEnds(tennis), current, marginBps: 500 }),
      ...setSportPrices({ sport: 'snooker', ends: frameEnds(0.55, 19), marginBps: 500 }),
      ...setSportPrices({
        sport: 'volleyball',
        ends: rallyEnds(freshRallies('volleyball', 0.52, 5)),
        marginBps: 500,
      }),
    ]
    expect(new Set(priced.map(({ market }) => market.type)).size).toBeGreaterThan(14)
    for (const { market, outcomes } of priced) {
      expect(checkMarket(market)).toBeUndefined()
      for (const { chance, priceMilli = 0 } of outcomes)
        expect(priceMilli * chance).toBeLessThanOrEqual(1000.001)
    }
  })
})

test("a frame's points match its winner: home as often as its chance, never level", () => {
  const points = framePoints(0.55)
  const chanceOf = (is: (difference: number) => boolean) =>
    points.differences.reduce(
      (sum, chance, place) => sum + (is(place + points.differenceFrom) ? chance : 0),
      0,
    )
  expect(chanceOf((difference) => difference > 0)).toBeCloseTo(0.55, 12)
  expect(chanceOf((difference) => difference === 0)).toBe(0)
  expect(chanceOf(() => true)).toBeCloseTo(1, 12)
  expect(points.totals.findIndex((chance) => chance > 0)).toBe(58)
  expect(() => framePoints(1.1)).toThrow('not a chance')
})
