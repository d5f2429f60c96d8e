import fc from 'fast-check'
import { expect, test } from 'vitest'
import { profitBars } from './profit-bars.ts'

const period = (startsOn: string, netCents: number) => ({
  startsOn,
  stakeCents: 1000,
  returnCents: 1000 + netCents,
})

test('a gain is above the line, a loss three times as large three times as far below', () => {
  expect(profitBars([period('a', 500), period('b', 0), period('c', -1500)])).toEqual({
    zero: 0.25,
    bars: [
      { startsOn: 'a', top: 0, height: 0.25, isGain: true },
      { startsOn: 'c', top: 0.25, height: 0.75, isGain: false },
    ],
  })
})

test('every bar is inside the drawing, on the side of its sign', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 40 }), (nets) => {
      const { bars, zero } = profitBars(nets.map((net, at) => period(String(at), net)))
      for (const { top, height, isGain } of bars) {
        expect(top).toBeGreaterThanOrEqual(-1e-9)
        expect(top + height).toBeLessThanOrEqual(1 + 1e-9)
        expect(isGain ? top + height : top).toBeCloseTo(zero, 9)
      }
      expect(bars.length).toBe(nets.filter((net) => net !== 0).length)
    }),
  )
})
