import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  answerRealityCheck,
  beginRealityCheck,
  holdForDecision,
  mayBeAsked,
  nextCheck,
  untilCheck,
  useRealityCheck,
} from './reality-check.ts'
import { keepInBrowser } from './testing/test-browser.ts'

beforeEach(() => {
  vi.useFakeTimers()
  keepInBrowser()
  useRealityCheck.setState({ isDue: false, decisions: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const started = Date.parse('2026-11-28T12:00:00.000Z')
const minute = 60_000

test.each([
  { after: 0, minutes: 30, next: 30 },
  { after: 29, minutes: 30, next: 30 },
  { after: 30, minutes: 30, next: 60 },
  { after: 95, minutes: 60, next: 120 },
  { after: -2, minutes: 15, next: 15 }, // the device's clock is a little behind
])('$after minutes in, every $minutes: the next is at $next', ({ after, minutes, next }) => {
  expect((nextCheck(started, minutes, started + after * minute) - started) / minute).toBe(next)
})

/** Minutes until the next check of a session started this many minutes ago, at an interval; `now` is in minutes. */
const untilAt = (now: number, { begun = 0, minutes = 30 } = {}) => {
  vi.setSystemTime(started + now * minute)
  return untilCheck(started + begun * minute, minutes, started + now * minute) / minute
}

const withoutStorage = () => {
  const refuse = () => {
    throw new DOMException('not here', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
}

test.each([
  { where: 'in the tab', forbid: () => undefined },
  { where: 'in the page, where a tab keeps nothing', forbid: withoutStorage },
])(
  'a check that nobody answered stays due, and the next comes an interval after: kept $where',
  ({ forbid }) => {
    forbid()
    expect(untilAt(10, { minutes: 15 })).toBe(5)
    expect(untilAt(10)).toBe(20)
    expect(untilAt(40)).toBe(0)
    expect(untilAt(41)).toBe(0)
    answerRealityCheck()
    expect(untilAt(42)).toBe(18)
  },
)

test('an answer noted while the clock was ahead skips no check', () => {
  expect(untilAt(10, { minutes: 15 })).toBe(5)
  vi.setSystemTime(started + 31 * minute) // a quarter of an hour ahead
  answerRealityCheck()
  expect(untilAt(16, { minutes: 15 })).toBe(14)
  expect(untilAt(30, { minutes: 15 })).toBe(0)
  expect(untilAt(31, { minutes: 15 })).toBe(0)
})

test('a check answered at its time is not repeated by a clock a second behind', () => {
  expect(untilAt(10, { minutes: 15 })).toBe(5)
  vi.setSystemTime(started + 15 * minute)
  answerRealityCheck()
  expect(untilAt(15 - 1 / 60, { minutes: 15 })).toBeCloseTo(15 + 1 / 60)
})

test('another interval and another session start counting anew', () => {
  expect(untilAt(10, { minutes: 60 })).toBe(50)
  expect(untilAt(50, { minutes: 15 })).toBe(10)
  expect(untilAt(61, { begun: 58, minutes: 15 })).toBe(12)
})

test('a due check waits for every open decision, and appears afterwards', () => {
  beginRealityCheck()
  const first = holdForDecision()
  const second = holdForDecision()
  first()
  expect(mayBeAsked(useRealityCheck.getState())).toBe(false)
  second()
  expect(mayBeAsked(useRealityCheck.getState())).toBe(true)
  answerRealityCheck()
  expect(mayBeAsked(useRealityCheck.getState())).toBe(false)
})
