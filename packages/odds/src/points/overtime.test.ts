import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsEnds, type PointsState } from './points-model.ts'

const mean = (chances: Float64Array, from: number): number =>
  chances.reduce((sum, chance, place) => sum + chance * (place + from), 0)

const whole = (chances: Float64Array): number => chances.reduce((sum, chance) => sum + chance, 0)

/** Basketball from this state, overtime included: the mean total, the sides' means, and the mean margin. */
const means = (state: Omit<PointsState, 'sport'>) => {
  const { full, all } = pointsEnds({ sport: 'basketball', ...state })
  for (const list of [all.home, all.away, all.totals, all.differences]) expect(whole(list)).toBeCloseTo(1, 9)
  const sides = (counts: typeof all) => ({
    total: mean(counts.totals, counts.totalFrom),
    home: mean(counts.home, counts.homeFrom),
    away: mean(counts.away, counts.awayFrom),
    margin: mean(counts.differences, counts.differenceFrom),
  })
  return { full: sides(full), all: sides(all) }
}

describe('points of overtime', () => {
  test('a level score after regular time adds them to both sides and the total', () => {
    const { all } = means({ expected: { margin: 0, total: 220 }, left: 0, score: { home: 100, away: 100 } })
    // 220 × 5/48 = 22.9 points in five more minutes.
    expect(all.total).toBeCloseTo(223, 9)
    expect([all.home, all.away].map((side) => side.toFixed(6))).toEqual(['111.500000', '111.500000'])
  })

  test('the favourite gets more of them, by its expected overtime margin', () => {
    const { all } = means({ expected: { margin: 8, total: 220 }, left: 0, score: { home: 100, away: 100 } })
    expect(all.home - all.away).toBeCloseTo(all.margin, 9)
    expect(all.margin).toBeGreaterThan(0.5)
  })

  test('the sum gains what the total gains, and the difference what the margin gains', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -15, max: 15, noNaN: true }),
        fc.integer({ min: 150, max: 250 }),
        fc.nat(40),
        (left, margin, total, lead) => {
          const score = { home: 80 + lead, away: 100 }
          const { full, all } = means({ expected: { margin, total }, left, score })
          const gained = { home: all.home - full.home, away: all.away - full.away }
          expect(gained.home + gained.away).toBeCloseTo(all.total - full.total, 9)
          expect(gained.home - gained.away).toBeCloseTo(all.margin - full.margin, 6)
        },
      ),
    )
  })

  test('a decided match has none', () => {
    const { full, all } = means({
      expected: { margin: 0, total: 220 },
      left: 0,
      score: { home: 99, away: 90 },
    })
    expect(all).toEqual(full)
  })
})
