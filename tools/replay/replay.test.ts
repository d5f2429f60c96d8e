import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { footballQuality } from './football.ts'
import { inPlayQuality } from './in-play.ts'
import { logLoss, qualityOf } from './quality.ts'
import { DATA, settlements } from './replay.ts'
import { volleyballQuality } from './set-sports.ts'

const isThere = existsSync(DATA)

describe('replaying real results', () => {
  test.skipIf(!isThere)(
    'every market the columns decide is settled and shares out its stakes (needs ../shared/data)',
    () => {
      const settled = settlements(DATA)
      expect(Object.keys(settled)).toHaveLength(7)
      for (const { markets, open, unbalanced } of Object.values(settled)) {
        expect(markets).toBeGreaterThan(40)
        expect([open, unbalanced]).toEqual([0, 0])
      }
    },
  )

  test.skipIf(!isThere)(
    'models say more than base rates on seasons they have not seen (needs ../shared/data)',
    () => {
      const [before, , atHalf] = footballQuality(DATA)
      const [winner] = volleyballQuality(DATA)
      for (const quality of [before, atHalf, winner])
        expect(quality?.logLoss).toBeLessThan(quality?.baseLogLoss ?? 0)
      expect(atHalf?.logLoss).toBeLessThan(before?.logLoss ?? 0)
    },
  )
})

describe('forecasts in play', () => {
  test.skipIf(!isThere)('get better with every quarter of an hour (needs ../shared/data)', () => {
    const losses = inPlayQuality(DATA).map(({ logLoss: loss }) => loss)
    expect(losses).toEqual(losses.toSorted((a, b) => b - a))
    expect(losses.at(-1)).toBeLessThan(0.5)
  })
})

describe('measuring forecasts', () => {
  const even = { chances: [0.5, 0.5], happened: 0 }

  test('an even forecast costs the logarithm of two, a certain and right one nothing', () => {
    expect(logLoss([even])).toBeCloseTo(Math.LN2, 12)
    expect(logLoss([{ chances: [1, 0], happened: 0 }])).toBeCloseTo(0, 12)
  })

  test('outcomes as frequent as forecast are well calibrated', () => {
    const forecasts = [even, { ...even, happened: 1 }]
    expect(qualityOf('coin', forecasts, [0.5, 0.5])).toMatchObject({ calibrationError: 0, forecasts: 2 })
    expect(qualityOf('coin', [even, even], [0.5, 0.5]).calibrationError).toBeCloseTo(0, 12)
    expect(
      qualityOf('sure', [{ chances: [0.9, 0.1], happened: 1 }], [0.5, 0.5]).calibrationError,
    ).toBeCloseTo(0.9, 12)
  })
})
