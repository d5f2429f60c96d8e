import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aggregateRepeats } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('logs the first at once, a thousand more within the minute as one, and then the next at once again', () => {
  const reported: [string, number][] = []
  const happened = aggregateRepeats<string>(60_000, (what, times) => reported.push([what, times]))
  happened('first')
  expect(reported).toEqual([['first', 1]])
  for (let at = 1; at <= 1000; at += 1) happened(`number ${at}`)
  vi.advanceTimersByTime(59_999)
  expect(reported).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(reported.slice(1)).toEqual([['number 1000', 1000]])
  happened('within the next minute')
  vi.advanceTimersByTime(60_000)
  expect(reported.slice(2)).toEqual([['within the next minute', 1]])
  vi.advanceTimersByTime(120_000)
  happened('much later')
  expect(reported.slice(3)).toEqual([['much later', 1]])
})
