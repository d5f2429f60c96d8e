import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Busy } from '../errors.ts'
import { inTime } from './request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('returns the result of the work in time, and waits no longer', async () => {
  expect(await inTime(Promise.resolve('here'), 100)).toBe('here')
  await expect(inTime(Promise.reject(new Error('its own')), 100)).rejects.toThrow('its own')
  expect(vi.getTimerCount()).toBe(0)
})

test('answers busy when the work is not done in time, and not before', async () => {
  let answer = (_value: string) => {}
  let reported: unknown
  const work = new Promise<string>((resolve) => (answer = resolve))
  const waiting = inTime(work, 100).catch((error: unknown) => (reported = error))
  await vi.advanceTimersByTimeAsync(99)
  expect(reported).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(reported).toBeInstanceOf(Busy)
  answer('too late')
  expect(await waiting).toBe(reported)
})
