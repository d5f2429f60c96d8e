import { beforeEach, expect, test } from 'vitest'
import { holdForDecision, nextCheck, useRealityCheck } from './reality-check.ts'

beforeEach(() => useRealityCheck.setState({ isDue: false, decisions: 0 }))

const started = Date.parse('2026-11-28T12:00:00Z')
const minute = 60_000

test.each([
  { after: 0, minutes: 30, next: 30 },
  { after: 29, minutes: 30, next: 30 },
  { after: 30, minutes: 30, next: 60 },
  { after: 95, minutes: 60, next: 120 },
  { after: -2, minutes: 15, next: 15 }, // the clock of the device is a little behind
])('$after minutes in, every $minutes: the next is at $next', ({ after, minutes, next }) => {
  expect((nextCheck(started, minutes, started + after * minute) - started) / minute).toBe(next)
})

test('what is to be decided is counted until each of them is over', () => {
  const first = holdForDecision()
  const second = holdForDecision()
  first()
  expect(useRealityCheck.getState().decisions).toBe(1)
  second()
  expect(useRealityCheck.getState().decisions).toBe(0)
})
