import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultChances } from '../counts/shares.ts'
import { resolveOutcome } from '../markets/resolve.ts'
import type { MatchState } from '../markets/state.ts'
import type { PricedMarket } from '../priced-market.ts'
import { fitGoals } from './fit-goals.ts'
import { matchGrids, type FootballState } from './match-grids.ts'
import { footballCountPrices, footballPrices } from './prices.ts'
import { CORNER_PROFILE, GOAL_PROFILE, remainingShares } from './profile.ts'
import { gridCounts, scoreGrid } from './score-grid.ts'

const anyExpected = fc.record({
  home: fc.double({ min: 0.2, max: 4, noNaN: true }),
  away: fc.double({ min: 0.2, max: 4, noNaN: true }),
  rho: fc.double({ min: -0.15, max: 0.1, noNaN: true }),
})

const goals = fc.nat(3)
const anyState: fc.Arbitrary<FootballState> = fc
  .record({
    expected: anyExpected,
    phase: fc.constantFrom('before', 'half1', 'break', 'half2'),
    minutes: fc.nat(44),
    early: fc.record({ home: goals, away: goals }),
    late: fc.record({ home: goals, away: goals }),
  })
  .map(({ expected, phase, minutes, early, late }): FootballState => {
    const nil = { home: 0, away: 0 }
    const halfTime = phase === 'before' ? nil : early
    const second = phase === 'half2' ? late : nil
    return {
      expected,
      clock: { phase, minute: phase === 'half2' ? 45 + minutes : minutes },
      score: { home: halfTime.home + second.home, away: halfTime.away + second.away },
      ...(phase === 'break' || phase === 'half2' ? { halfTime } : {}),
    }
  })

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)

/** The win chance without refunds, by settling every cell with the rule that settles bets. */
const settledChance = (
  { market }: PricedMarket,
  outcome: string,
  state: FootballState,
): number | undefined => {
  const grids = matchGrids(state)
  const grid = market.period === 'full' ? grids.full : market.period === 'half1' ? grids.half1 : grids.half2
  if (!grid || market.type === 'football.half_time_full_time' || market.type === 'football.highest_half')
    return undefined
  let won = 0
  let lost = 0
  for (let i = 0; i < grid.size; i += 1) {
    for (let j = 0; j < grid.size; j += 1) {
      const chance = grid.cells[i * grid.size + j] ?? 0
      if (chance < 1e-12) continue
      const count = { home: grid.homeFrom + i, away: grid.awayFrom + j, over: true }
      const end: MatchState = {
        sport: 'football',
        ending: 'finished',
        counts: { [`goals.${market.period}`]: count },
      }
      const found = resolveOutcome(market, outcome, end)
      won += (chance * (found?.won ?? 0)) / (found?.of ?? 1)
      lost += (chance * ((found?.of ?? 1) - (found?.won ?? 0) - (found?.refunded ?? 0))) / (found?.of ?? 1)
    }
  }
  return won / (won + lost)
}

describe('the grid of scores', () => {
  test('sums to one for any expected goals and correction', () => {
    fc.assert(
      fc.property(anyExpected, (expected) => {
        const grid = scoreGrid(expected)
        expect(sum(grid.cells)).toBeCloseTo(1, 12)
        expect(grid.cells.every((chance) => chance >= 0)).toBe(true)
      }),
    )
  })

  test('is recovered from its own results and total', () => {
    fc.assert(
      fc.property(anyExpected, (expected) => {
        fc.pre(expected.home < 3.5 && expected.away < 3.5)
        const counts = gridCounts(scoreGrid(expected))
        const over25 = 1 - sum(counts.totals.slice(0, 3))
        const fit = fitGoals({ ...resultChances(counts), over25 })
        expect(fit?.home).toBeCloseTo(expected.home, 3)
        expect(fit?.away).toBeCloseTo(expected.away, 3)
      }),
      { numRuns: 40 },
    )
  })

  test.each([-0.12, 0, 0.06])(
    'without a total, is recovered from its results and the correction %f',
    (rho) => {
      const expected = { home: 1.9, away: 0.8, rho }
      const fit = fitGoals({ ...resultChances(gridCounts(scoreGrid(expected))), rho })
      expect(fit?.home).toBeCloseTo(1.9, 6)
      expect(fit?.away).toBeCloseTo(0.8, 6)
      expect(fit?.rho).toBe(rho)
    },
  )

  test('is fitted as in the documented example, and by a form of the correction that is given', () => {
    const fit = fitGoals({ home: 0.5, draw: 0.27, away: 0.23, over25: 0.5 })
    expect(fit?.home).toBeCloseTo(1.633, 3)
    expect(fit?.away).toBeCloseTo(1.041, 3)
    expect(fit?.rho).toBeCloseTo(-0.1, 3)
    const draws = (_: unknown, home: number, away: number) => (home === away ? 1.2 : 1)
    const counts = gridCounts(scoreGrid({ home: 1.4, away: 1.1, rho: -0.1 }, draws))
    const other = fitGoals({ ...resultChances(counts), factor: draws })
    expect(other?.home).toBeCloseTo(1.4, 6)
    expect(other?.rho).toBe(0)
  })

  test('keeps the low scores of the documented example, and no correction makes one negative', () => {
    const grid = scoreGrid({ home: 1.55, away: 1.05, rho: -0.1 })
    const results = resultChances(gridCounts(grid))
    expect(grid.cells[0]).toBeCloseTo(0.0864, 4)
    expect(results.home).toBeCloseTo(0.4767, 4)
    expect(results.away).toBeCloseTo(0.2449, 4)
    expect(sum(gridCounts(grid).totals.slice(3))).toBeCloseTo(0.4816, 4)
    for (const [rho, edge] of [
      [-9, -1 / 2.5],
      [9, 1 / (2.5 * 1.6)],
    ] as const) {
      const clamped = scoreGrid({ home: 2.5, away: 1.6, rho })
      expect(Math.min(...clamped.cells)).toBeGreaterThanOrEqual(0)
      expect([...clamped.cells]).toEqual([...scoreGrid({ home: 2.5, away: 1.6, rho: edge }).cells])
    }
    expect(scoreGrid({ home: 0.3, away: 0.2, rho: 9 }).cells[17]).toBeCloseTo(0, 12)
  })

  test('takes 0 to 40 expected goals, and always holds what can be scored', () => {
    expect(() => scoreGrid({ home: 40.001, away: 1, rho: 0 })).toThrow('out of range: 40.001')
    expect(() => scoreGrid({ home: 1, away: 40.001, rho: 0 })).toThrow('out of range')
    expect(scoreGrid({ home: 0, away: 0, rho: 0.1 }).cells[0]).toBe(1)
    expect([0, 1, 4, 40].map((home) => scoreGrid({ home, away: 0, rho: 0 }).size)).toEqual([16, 16, 26, 97])
  })

  test('rejects what no grid matches', () => {
    expect(fitGoals({ home: 0.5, draw: 0.27, away: 0.23, over25: 1 })).toBeUndefined()
    expect(fitGoals({ home: 0.5, draw: 0.27, away: 0.23, over25: 0 })).toBeUndefined()
    expect(fitGoals({ home: 0.5, draw: 0.27, away: 0.2315 })).toBeUndefined()
    expect(fitGoals({ home: 0.5, draw: 0.27, away: 0.23, over25: 0.05 })).toBeUndefined()
    expect(fitGoals({ home: 0.5, draw: 0.3, away: 0.3 })).toBeUndefined()
    expect(fitGoals({ home: 0, draw: 0.5, away: 0.5 })).toBeUndefined()
    expect(() => scoreGrid({ home: -1, away: 1, rho: 0 })).toThrow('out of range')
    expect(() => scoreGrid({ home: Number.NaN, away: 1, rho: 0 })).toThrow('out of range')
  })
})

describe('the clock', () => {
  test('leaves less to come each minute, everything before kick-off, and never nothing while it runs', () => {
    for (const profile of [GOAL_PROFILE, CORNER_PROFILE]) {
      const before = remainingShares({ phase: 'before', minute: 0 }, profile)
      expect(before.half1 + before.half2).toBeCloseTo(1, 12)
      const left = [
        ...Array.from({ length: 50 }, (_, minute) => remainingShares({ phase: 'half1', minute }, profile)),
        ...Array.from({ length: 55 }, (_, minute) =>
          remainingShares({ phase: 'half2', minute: 45 + minute }, profile),
        ),
      ].map(({ half1, half2 }) => half1 + half2)
      for (const [place, share] of left.entries())
        expect(share).toBeLessThanOrEqual((left[place - 1] ?? 1) + 1e-12)
      expect(left.at(-1)).toBeGreaterThan(0)
    }
  })
})

describe('football prices', () => {
  test('every chance equals settling each cell of the grid, at any moment', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        for (const priced of footballPrices(state, { markets: 'all' })) {
          for (const { outcome, chance } of priced.outcomes) {
            const settled = settledChance(priced, outcome, state) ?? chance
            expect(Math.abs(chance - settled)).toBeLessThan(1e-8)
          }
        }
      }),
      { numRuns: 12 },
    )
  })

  test('every market sums to one, and no price is above fair: no arbitrage', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        for (const { market, outcomes } of footballPrices(state, { markets: 'all' })) {
          const whole = market.type === 'football.double_chance' ? 2 : 1
          expect(sum(outcomes.map(({ chance }) => chance))).toBeCloseTo(whole, 6)
          for (const { chance, priceMilli = 0 } of outcomes)
            expect(priceMilli * chance).toBeLessThanOrEqual(1000.001)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('half-time/full-time agrees with both its results', () => {
    fc.assert(
      fc.property(anyExpected, (expected) => {
        const nil = { home: 0, away: 0 }
        const priced = footballPrices(
          { expected, clock: { phase: 'before', minute: 0 }, score: nil },
          { markets: 'all' },
        )
        const chances = (type: string, period: string) =>
          new Map(
            priced
              .find(({ market }) => market.type === type && market.period === period)
              ?.outcomes.map(({ outcome, chance }) => [outcome, chance]),
          )
        const both = chances('football.half_time_full_time', 'full')
        const starting = (side: string) =>
          sum([...both].filter(([name]) => name.startsWith(side)).map(([, one]) => one))
        const ending = (side: string) =>
          sum([...both].filter(([name]) => name.endsWith(side)).map(([, one]) => one))
        for (const side of ['home', 'draw', 'away']) {
          expect(starting(side)).toBeCloseTo(chances('football.1x2', 'half1').get(side) ?? -1, 6)
          expect(ending(side)).toBeCloseTo(chances('football.1x2', 'full').get(side) ?? -1, 6)
        }
      }),
      { numRuns: 15 },
    )
  })

  test('a red card helps the opponent', () => {
    const state: FootballState = {
      expected: { home: 1.4, away: 1.2, rho: 0 },
      clock: { phase: 'half2', minute: 60 },
      score: { home: 1, away: 1 },
      halfTime: { home: 1, away: 0 },
    }
    const home = (one: FootballState) => resultChances(gridCounts(matchGrids(one).full)).home
    expect(home({ ...state, redCards: { home: 0, away: 1 } })).toBeGreaterThan(home(state))
    expect(home({ ...state, redCards: { home: 1, away: 0 } })).toBeLessThan(home(state))
  })

  test('corners and cards have their own grids, and prices never above fair', () => {
    const clock = { phase: 'half1', minute: 20 } as const
    const priced = footballCountPrices({
      stat: 'corners',
      clock,
      expected: { home: 5.5, away: 4.4 },
      counted: { home: 2, away: 0 },
    })
    expect(new Set(priced.map(({ market }) => market.type)).size).toBe(5)
    for (const { chance, priceMilli = 0 } of priced.flatMap(({ outcomes }) => outcomes)) {
      expect(priceMilli * chance).toBeLessThanOrEqual(1000.001)
    }
  })
})

test("a market's refunded share equals that of its settlement rule", () => {
  const state = {
    expected: { home: 1.5, away: 1.1, rho: -0.06 },
    clock: { phase: 'half2', minute: 60 },
    score: { home: 1, away: 1 },
    halfTime: { home: 1, away: 0 },
  } as const
  const { full: grid } = matchGrids(state)
  const markets = footballPrices(state, { markets: 'all' }).filter(
    ({ market }) => market.period === 'full' && !/half/.test(market.type),
  )
  expect(markets.filter(({ refunded = 0 }) => refunded > 0.01).length).toBeGreaterThan(10)
  for (const { market, outcomes, refunded = 0 } of markets) {
    for (const { outcome, chance } of outcomes) {
      const sums = { won: 0, refunded: 0 }
      for (const [at, weight] of grid.cells.entries()) {
        const home = grid.homeFrom + Math.floor(at / grid.size)
        const away = grid.awayFrom + (at % grid.size)
        const counts = { 'goals.full': { home, away, over: true } }
        const end = resolveOutcome(market, outcome, { sport: 'football', ending: 'finished', counts })
        sums.won += (weight * (end?.won ?? 0)) / (end?.of ?? 1)
        sums.refunded += (weight * (end?.refunded ?? 0)) / (end?.of ?? 1)
      }
      expect(refunded).toBeCloseTo(sums.refunded, 9)
      expect(chance * (1 - refunded)).toBeCloseTo(sums.won, 6)
    }
  }
})
