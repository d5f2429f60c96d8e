import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Counts } from './counts/counts.ts'
import { boxingPrices } from './fights/boxing-prices.ts'
import { fightChances, fitFight } from './fights/boxing.ts'
import { baseballEnds, fitBaseball } from './innings/baseball.ts'
import { cricketPrices } from './innings/cricket-prices.ts'
import { cricketChances, inningsRuns } from './innings/cricket.ts'
import { checkMarket } from './markets/check-market.ts'
import { marketType } from './markets/table.ts'
import { discreteNormal, normalBelow } from './normal.ts'
import { homePointsChance, pointsEnds, sternChance, type PointsState } from './points/points-model.ts'
import { baseballPrices, pointsPrices } from './points/points-prices.ts'
import type { PricedMarket } from './priced-market.ts'
import { fitPlackettLuce, orderChance, placeChances } from './racing/plackett-luce.ts'
import { racePrices } from './racing/race-prices.ts'

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)

const expectSound = (priced: readonly PricedMarket[]): void => {
  expect(priced.length).toBeGreaterThan(0)
  for (const { market, outcomes } of priced) {
    const known = marketType(market.type)?.outcomes ?? []
    expect(checkMarket(market)).toBeUndefined()
    expect(outcomes.every(({ outcome }) => known.includes(outcome))).toBe(true)
    expect(sum(outcomes.map(({ chance }) => chance))).toBeCloseTo(1, 6)
    for (const { chance, priceMilli = 0 } of outcomes)
      expect(priceMilli * chance).toBeLessThanOrEqual(1000.001)
  }
}

const expectWhole = ({ totals, differences, home, away }: Counts): void => {
  for (const list of [totals, differences, home, away]) expect(sum(list)).toBeCloseTo(1, 6)
}

describe('the normal', () => {
  test.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.959963984540054, 0.025],
    [3, 0.9986501019683699],
    [-6, 9.865876450376946e-10],
  ])('below %d lies %d', (x, expected) => {
    expect(normalBelow(x)).toBeCloseTo(expected, 12)
  })

  test('spread over whole numbers keeps its sum, and its mean up to rounding ripple', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -20, max: 20, noNaN: true }),
        fc.double({ min: 0.5, max: 15, noNaN: true }),
        (mean, deviation) => {
          const chances = discreteNormal({ mean, deviation }, -150, 301)
          expect(sum(chances)).toBeCloseTo(1, 9)
          // Poisson's summation: the mean of the rounded number is off by Σ ±sin(2πkμ)·exp(−2π²k²σ²)/(πk)
          const ripple = Math.exp(-2 * (Math.PI * deviation) ** 2) / Math.PI
          const bias = Math.abs(sum(chances.map((chance, place) => chance * (place - 150))) - mean)
          expect(bias).toBeLessThan(1.1 * ripple + 1e-9)
        },
      ),
    )
  })
})

describe('points', () => {
  const state: PointsState = {
    sport: 'basketball',
    expected: { margin: 4.5, total: 221 },
    left: 0.5,
    score: { home: 55, away: 58 },
  }

  test('the grid of margins agrees with Stern’s closed form', () => {
    for (const left of [1, 0.75, 0.5, 0.25, 0.05]) {
      const chance = homePointsChance({ ...state, left })
      expect(Math.abs(chance - sternChance('basketball', -3, state.expected, left))).toBeLessThan(0.02)
    }
  })

  test('chances are complete, prices sound, in both sports', () => {
    expect.hasAssertions()
    for (const sport of ['basketball', 'american_football'] as const) {
      const { full, all } = pointsEnds({ ...state, sport })
      expectWhole(full)
      expectWhole(all)
      expectSound(pointsPrices({ ...state, sport }, { marginBps: 450 }))
    }
  })

  test('a margin of three is more frequent than two or four in American football', () => {
    const { all } = pointsEnds({ ...state, sport: 'american_football', left: 1, score: { home: 0, away: 0 } })
    const at = (margin: number) => all.differences[margin - all.differenceFrom] ?? 0
    expect(at(3)).toBeGreaterThan(2 * at(4))
    expect(at(7)).toBeGreaterThan(at(8))
  })

  test('at the end only the score counts', () => {
    expect(homePointsChance({ ...state, left: 0 })).toBeCloseTo(0, 12)
    expect(() => pointsEnds({ ...state, left: 1.2 })).toThrow('share left')
  })
})

describe('innings', () => {
  const fresh = { expected: { home: 4.6, away: 4.6 }, runs: { home: 0, away: 0 }, halvesPlayed: 0 }

  test('baseball keeps its probability, and equal sides are near evens', () => {
    const { full, all, homeWins } = baseballEnds(fresh)
    expectWhole(full)
    expectWhole(all)
    expect(Math.abs(homeWins - 0.5)).toBeLessThan(0.01)
    expect(all.differences[-all.differenceFrom] ?? 1).toBeLessThan(1e-6)
    expectSound(baseballPrices(fresh, { marginBps: 450 }))
  })

  test('a home side that leads after the top of the ninth has won', () => {
    expect(baseballEnds({ ...fresh, runs: { home: 3, away: 2 }, halvesPlayed: 17 }).homeWins).toBeCloseTo(
      1,
      9,
    )
    expect(baseballEnds({ ...fresh, runs: { home: 2, away: 3 }, halvesPlayed: 18 }).homeWins).toBeCloseTo(
      0,
      9,
    )
  })

  test('baseball is fitted back to its chance', () => {
    const expected = fitBaseball(0.6, 9)
    expect(baseballEnds({ ...fresh, expected }).homeWins).toBeCloseTo(0.6, 6)
    expect(expected.home + expected.away).toBeCloseTo(9, 9)
    expect(() => baseballEnds({ ...fresh, halvesPlayed: -1 })).toThrow('half-innings')
  })

  const innings = { balls: 0, wickets: 0, runs: 0, strength: 1 }

  test('cricket keeps its probability and equal sides equal', () => {
    expect(sum(inningsRuns(innings))).toBeCloseTo(1, 6)
    const { home, away, tie } = cricketChances({ first: innings, second: innings, battingFirst: 'home' })
    expect(home).toBeCloseTo(away, 9)
    expect(home + away + tie).toBeCloseTo(1, 9)
  })

  test("cricket prices the winner and the batting side's runs", () => {
    const state = {
      first: { ...innings, balls: 30, runs: 50, wickets: 1 },
      second: innings,
      battingFirst: 'away',
    } as const
    const priced = cricketPrices(state, { marginBps: 600 })
    expectSound(priced)
    expect(priced.every(({ market }) => market.side !== 'home')).toBe(true)
    const chase = cricketPrices(
      { ...state, first: { ...innings, balls: 120, runs: 160 } },
      { marginBps: 600 },
    )
    expect(chase.map(({ market }) => market.type)).toEqual(['cricket.winner'])
  })

  test('a finished innings has its runs, and a smaller chase needs fewer', () => {
    expect(inningsRuns({ ...innings, balls: 120, runs: 170 })[170]).toBe(1)
    const chase = (runs: number) =>
      cricketChances({
        first: { ...innings, balls: 120, runs },
        second: { ...innings, balls: 60, runs: 80, wickets: 3 },
        battingFirst: 'home',
      }).away
    expect(chase(150)).toBeGreaterThan(chase(170))
    expect(() => inningsRuns({ ...innings, wickets: 11 })).toThrow('not an innings')
  })
})

describe('fights', () => {
  test('every fight ends one way, and a fitted one as often as requested', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.integer({ min: 4, max: 12 }),
        (chance, rounds) => {
          const { home, away, draw, distance, stoppedIn } = fightChances(fitFight(chance, rounds))
          expect(sum([home.stoppage, home.decision, away.stoppage, away.decision, draw])).toBeCloseTo(1, 9)
          expect(sum(stoppedIn) + distance).toBeCloseTo(1, 9)
          expect((home.stoppage + home.decision) / (1 - draw)).toBeCloseTo(chance, 6)
        },
      ),
    )
    expectSound(boxingPrices(fitFight(0.65, 12), 3, { marginBps: 800 }))
  })

  test('rejects invalid chances', () => {
    const model = fitFight(0.5, 12)
    expect(() => fightChances({ ...model, stops: { home: 0.6, away: 0.5 } })).toThrow('stoppage')
    expect(() => fightChances(model, 13)).toThrow('round')
  })
})

describe('races', () => {
  const win = [0.4, 0.3, 0.2, 0.1]

  test('place chances are the sum over every order of finish', () => {
    const orders = win.flatMap((_, a) => win.flatMap((__, b) => win.map((___, c) => [a, b, c])))
    const real = orders.filter((order) => new Set(order).size === 3)
    expect(sum(real.map((order) => orderChance(win, order)))).toBeCloseTo(1, 12)
    for (const [runner, chance] of placeChances(win, 2).entries()) {
      const placed = real.filter((order) => order.slice(0, 2).includes(runner))
      expect(sum(placed.map((order) => orderChance(win, order)))).toBeCloseTo(chance, 12)
    }
  })

  test('as many runners are placed as places, and a likelier winner is likelier placed', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 3 }), (list, places) => {
        const chances = list.map((weight) => weight / sum(list))
        const placed = placeChances(chances, places)
        expect(sum(placed)).toBeCloseTo(places, 9)
        const order = chances
          .map((_, place) => place)
          .toSorted((a, b) => (chances[a] ?? 0) - (chances[b] ?? 0))
        const sorted = order.map((place) => placed[place] ?? 0)
        for (const [place, chance] of sorted.entries())
          expect(chance).toBeGreaterThanOrEqual((sorted[place - 1] ?? 0) - 1e-12)
      }),
    )
  })

  test('strengths are recovered from results, and prices are never above fair', () => {
    const orders = Array.from({ length: 60 }, (_, race) =>
      race % 3 === 0 ? ['b', 'a', 'c'] : ['a', 'b', 'c'],
    )
    const strengths = fitPlackettLuce(orders)
    expect([...strengths].toSorted(([, a], [, b]) => b - a).map(([runner]) => runner)).toEqual([
      'a',
      'b',
      'c',
    ])
    for (const one of racePrices(strengths, 2, 1500)) {
      expect((one.winMilli ?? 0) * one.winChance).toBeLessThanOrEqual(1000.001)
      expect((one.placeMilli ?? 0) * one.placeChance).toBeLessThanOrEqual(1000.001)
    }
  })

  test('rejects an invalid race', () => {
    expect(() => placeChances([0.5, 0.6], 2)).toThrow('sum to 1')
    expect(() => placeChances(win, 5)).toThrow('places')
    expect(() => orderChance(win, [0, 0])).toThrow('once')
  })
})
