import { describe, expect, test } from 'vitest'
import { homePointsChance, pointsEnds, sternChance, type PointsState } from './points-model.ts'
import { baseballPrices, pointsPrices } from './points-prices.ts'

const sum = (chances: Iterable<number>): number => [...chances].reduce((all, one) => all + one, 0)
const mean = (chances: Float64Array, from: number): number =>
  chances.reduce((all, chance, place) => all + chance * (place + from), 0)
const deviation = (chances: Float64Array, from: number): number => {
  const middle = mean(chances, from)
  return Math.sqrt(chances.reduce((all, chance, place) => all + chance * (place + from - middle) ** 2, 0))
}

const basketball = (more: Partial<PointsState> = {}): PointsState => ({
  sport: 'basketball',
  expected: { margin: 6, total: 220 },
  left: 1,
  score: { home: 0, away: 0 },
  ...more,
})
const football = (more: Partial<PointsState> = {}): PointsState =>
  basketball({ sport: 'american_football', expected: { margin: 3, total: 44 }, ...more })

describe('points to come', () => {
  test.each([
    { what: 'before the start', left: 1, score: { home: 0, away: 0 }, margin: 6, total: 220 },
    { what: 'at half-time', left: 0.5, score: { home: 40, away: 50 }, margin: -7, total: 200 },
    { what: 'in the last quarter', left: 0.16, score: { home: 90, away: 80 }, margin: 10.96, total: 205.2 },
  ])(
    '$what follow what was expected for the rest, and spread by its root',
    ({ left, score, margin, total }) => {
      const { full } = pointsEnds(basketball({ left, score }))
      expect(mean(full.differences, full.differenceFrom)).toBeCloseTo(margin, 6)
      expect(mean(full.totals, full.totalFrom)).toBeCloseTo(total, 4)
      // Rounding to whole points adds a twelfth to the variance.
      expect(deviation(full.differences, full.differenceFrom)).toBeCloseTo(Math.hypot(13.17 * Math.sqrt(left), Math.sqrt(1 / 12)), 3) // prettier-ignore
      expect(deviation(full.totals, full.totalFrom)).toBeCloseTo(Math.hypot(18.93 * Math.sqrt(left), Math.sqrt(1 / 12)), 2) // prettier-ignore
      expect(mean(full.home, full.homeFrom)).toBeCloseTo((total + margin) / 2, 3)
      expect(mean(full.away, full.awayFrom)).toBeCloseTo((total - margin) / 2, 3)
      expect(deviation(full.home, full.homeFrom)).toBeCloseTo(Math.hypot(Math.hypot(13.17, 18.93) * Math.sqrt(left) / 2, Math.sqrt(1 / 12)), 2) // prettier-ignore
      for (const list of [full.totals, full.differences, full.home, full.away])
        expect(sum(list)).toBeCloseTo(1, 9)
      expect([full.totalFrom, full.homeFrom, full.awayFrom]).toEqual([
        score.home + score.away,
        score.home,
        score.away,
      ])
    },
  )

  test('are none once the time is over', () => {
    const { full } = pointsEnds(basketball({ left: 0, score: { home: 99, away: 90 } }))
    const at = (chances: Float64Array, from: number) => chances.findIndex((chance) => chance > 0.5) + from
    expect(at(full.differences, full.differenceFrom)).toBe(9)
    expect(at(full.totals, full.totalFrom)).toBe(189)
    expect([at(full.home, full.homeFrom), at(full.away, full.awayFrom)]).toEqual([99, 90])
  })

  test.each([-0.01, 1.01, Number.NaN])('a remaining share of %d is rejected', (left) => {
    expect(() => pointsEnds(basketball({ left }))).toThrow('share left')
  })

  test('overtime leaves no basketball match level, and changes no existing lead', () => {
    const { full, all } = pointsEnds(basketball())
    const level = -full.differenceFrom
    expect(full.differences[level]).toBeGreaterThan(0.02)
    expect(all.differences[level]).toBe(0)
    expect(sum(all.differences)).toBeCloseTo(1, 9)
    // The better side wins more of them, only slightly: 6 points in 48 minutes are 0.6 in five.
    const home = (chances: Float64Array) => sum(chances.slice(level + 1))
    const won = (home(all.differences) - home(full.differences)) / (full.differences[level] ?? 0)
    expect(won).toBeGreaterThan(0.52)
    expect(won).toBeLessThan(0.6)
  })

  test('margins of three and seven are as frequent in football as measured, before the match', () => {
    const weights = [
      0.15, 0.89, 0.85, 2.32, 0.83, 0.88, 1.23, 1.84, 1.01, 0.45, 1.18, 0.71, 0.58, 0.58, 1.72, 1,
    ]
    const ratios = (left: number) => {
      const { full, all } = pointsEnds(football({ left }))
      const at = (counts: typeof all, margin: number) =>
        counts.differences[margin - counts.differenceFrom] ?? 0
      return [1, -1].map((sign) =>
        weights.map((_, margin) => at(all, sign * margin) / at(full, sign * margin)),
      )
    }
    for (const side of ratios(1)) {
      const [last = 1] = side.slice(-1)
      for (const [margin, weight] of weights.entries())
        expect((side[margin] ?? 0) / last).toBeCloseTo(weight, 9)
    }
    for (const side of ratios(0.25)) {
      const [last = 1] = side.slice(-1)
      for (const [margin, weight] of weights.entries())
        expect((side[margin] ?? 0) / last).toBeCloseTo(weight ** 0.25, 9)
    }
    expect(sum(pointsEnds(football()).all.differences)).toBeCloseTo(1, 12)
  })

  test("agrees with Stern's closed form about the leader", () => {
    // Stern (1994): Φ((lead + μτ) / (σ√τ)).
    for (const [lead, left] of [
      [0, 1],
      [-4, 0.5],
      [7, 0.25],
    ] as const) {
      // prettier-ignore
      const state = basketball({ left, score: { home: 60 + lead, away: 60 } })
      expect(homePointsChance(state)).toBeCloseTo(sternChance('basketball', lead, state.expected, left), 2)
    }
    expect(sternChance('basketball', 0, { margin: 13.17, total: 220 }, 1)).toBeCloseTo(0.8413447, 6)
    expect(sternChance('american_football', 13.17, { margin: 0, total: 44 }, 0.25)).toBeCloseTo(0.9772499, 6)
    expect(homePointsChance(football({ expected: { margin: 0, total: 44 } }))).toBeCloseTo(0.5, 9)
  })
})

describe('prices of points', () => {
  const kinds = (priced: ReturnType<typeof pointsPrices>) =>
    new Set(priced.map(({ market }) => `${market.type} ${market.period}`))

  test.each([
    ['basketball', pointsPrices(basketball(), { marginBps: 500 })],
    ['american_football', pointsPrices(football(), { marginBps: 500 })],
    ['baseball', baseballPrices({ expected: { home: 4.6, away: 4.4 }, runs: { home: 0, away: 0 }, halvesPlayed: 0 }, { marginBps: 500 })], // prettier-ignore
  ] as const)('%s has its winner, result, handicaps and totals', (sport, priced) => {
    expect(kinds(priced)).toEqual(
      new Set([
        `${sport}.winner all`,
        `${sport}.1x2 full`,
        `${sport}.handicap all`,
        `${sport}.total all`,
        `${sport}.team_total all`,
      ]),
    )
    expect(priced[0]?.outcomes.map(({ outcome }) => outcome)).toEqual(['home', 'away'])
  })

  test('the winner refunds a level end, and home has its share of the rest', () => {
    const state = football()
    const { differences, differenceFrom } = pointsEnds(state).all
    const level = differences[-differenceFrom] ?? 0
    const [winner] = pointsPrices(state, { marginBps: 0 })
    expect(winner?.refunded).toBeCloseTo(level, 12)
    const home = sum(differences.slice(1 - differenceFrom))
    expect(winner?.outcomes[0]?.chance).toBeCloseTo(home / (1 - level), 12)
  })

  test('regular time has no market after it, and a certain winner none', () => {
    const level = pointsPrices(basketball({ left: 0, score: { home: 90, away: 90 } }), { marginBps: 500 })
    expect(kinds(level)).not.toContain('basketball.1x2 full')
    expect(kinds(level)).toContain('basketball.winner all')
    const sure = pointsPrices(basketball({ left: 0.05, score: { home: 120, away: 90 } }), { marginBps: 500 })
    expect(kinds(sure)).not.toContain('basketball.winner all')
    expect(kinds(sure)).toContain('basketball.total all')
  })

  test('apply the margin by power unless told otherwise', () => {
    const shaped = (shape?: 'power' | 'shin') =>
      pointsPrices(basketball(), { marginBps: 800, ...(shape ? { shape } : {}) })
    expect(shaped()).toEqual(shaped('power'))
    expect(shaped('shin')).not.toEqual(shaped('power'))
  })
})
