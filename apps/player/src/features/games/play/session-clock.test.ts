import { expect, test } from 'vitest'
import { sessionClock } from './session-clock.ts'

test.each([
  { ms: -5, shown: '0:00' },
  { ms: 999, shown: '0:00' },
  { ms: 1000, shown: '0:01' },
  { ms: 61_000, shown: '1:01' },
  { ms: 3_599_999, shown: '59:59' },
  { ms: 3_661_000, shown: '1:01:01' },
])('the session clock counts seconds: $ms ms are $shown', ({ ms, shown }) => {
  expect(sessionClock(ms)).toBe(shown)
})
