import { expect, test } from 'vitest'
import { breakEnd } from './break-end.ts'

test.each([
  { length: '24h', ends: '2026-12-01T14:00:00.000Z' },
  { length: '7d', ends: '2026-12-07T14:00:00.000Z' },
  { length: '6w', ends: '2027-01-11T14:00:00.000Z' },
  { length: '3m', ends: '2027-02-28T14:00:00.000Z' }, // February has no 30th
  { length: '12m', ends: '2027-11-30T14:00:00.000Z' },
  { length: '5y', ends: '2031-11-30T14:00:00.000Z' },
] as const)('a break of $length from 30 November ends $ends', ({ length, ends }) => {
  const end = breakEnd(length, Date.parse('2026-11-30T14:00:00Z'))
  expect(end && new Date(end).toISOString()).toBe(ends)
})

test('a permanent exclusion has no end', () => {
  expect(breakEnd('forever', 0)).toBeNull()
})
