import { DOUBLE_SLOTS, DOUBLE_STRIP } from '@palpite/games'
import { expect, test } from 'vitest'
import { drawnTiles, spinOf, spinTimes } from './spin.ts'

test('from every slot to every slot the strip moves forward at least three turns and lands on it', () => {
  for (const before of DOUBLE_STRIP)
    for (const slot of DOUBLE_STRIP) {
      const { from, to } = spinOf(before, slot)
      expect([DOUBLE_STRIP[from % DOUBLE_SLOTS], DOUBLE_STRIP[to % DOUBLE_SLOTS]]).toEqual([before, slot])
      expect(to - from).toBeGreaterThanOrEqual(45)
      expect(to - from).toBeLessThan(60)
      expect(to + 4).toBeLessThan(drawnTiles)
    }
})

const times = { drawsAt: '2026-11-22T12:00:21.000Z', settlesAt: '2026-11-22T12:00:26.000Z' }

test.each([
  ['2026-11-22T12:00:20.000Z', 0],
  ['2026-11-22T12:00:21.000Z', 0],
  ['2026-11-22T12:00:23.500Z', 2500],
  ['2026-11-22T12:00:27.000Z', 5000],
])('a page opened at %s shows the strip %d ms into its five-second spin', (now, atMs) => {
  expect(spinTimes(times, Date.parse(now))).toEqual({ durationMs: 5000, atMs })
})
