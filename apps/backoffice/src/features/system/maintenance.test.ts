import { expect, test } from 'vitest'
import { inMinutes, minutesOf } from './maintenance.ts'

test.each([
  { typed: '30', min: 1, minutes: 30 },
  { typed: ' 5 ', min: 1, minutes: 5 },
  { typed: '0', min: 0, minutes: 0 },
  { typed: '0', min: 1, minutes: undefined },
  { typed: '10080', min: 1, minutes: 10_080 },
  { typed: '10081', min: 1, minutes: undefined },
  { typed: '', min: 0, minutes: undefined },
  { typed: '-5', min: 0, minutes: undefined },
  { typed: '1.5', min: 0, minutes: undefined },
])('reads "$typed" as $minutes minutes where $min is the least', ({ typed, min, minutes }) => {
  expect(minutesOf(typed, min)).toBe(minutes)
})

test('counts minutes from now', () => {
  expect(inMinutes(90, Date.parse('2026-11-30T22:45:00Z'))).toBe('2026-12-01T00:15:00.000Z')
})
