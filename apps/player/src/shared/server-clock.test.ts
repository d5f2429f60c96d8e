import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncServerClock, serverNow } from './server-clock.ts'

const at = Date.parse('2026-11-22T15:00:00Z')
const heard = (offMs: number) => syncServerClock(new Date(at + offMs).toUTCString())

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(at)
})
afterEach(() => vi.useRealTimers())

test.each([
  { what: 'a minute slow', offMs: 60_000, now: at + 60_000 },
  { what: 'a minute fast', offMs: -60_000, now: at - 60_000 },
  { what: 'right but for the way of an answer', offMs: -1500, now: at },
])('on a device that is $what the time is that of the server', ({ offMs, now }) => {
  heard(offMs)
  expect(serverNow()).toBe(now)
})

test('an answer without a date changes nothing', () => {
  heard(60_000)
  syncServerClock(null)
  syncServerClock('no time')
  expect(serverNow()).toBe(at + 60_000)
})
