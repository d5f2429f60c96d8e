import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testLog } from '../../../../tools/test/watched-logs.ts'
import { schedule } from './schedule.ts'

const log = testLog()
const EVERY_MS = 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A job whose runs end when the test says so. */
function heldJob() {
  const open: (() => void)[] = []
  let began = 0
  const run = () => {
    began += 1
    return new Promise<void>((resolve) => open.push(resolve))
  }
  const job = schedule({ name: 'held', everyMs: EVERY_MS, log, run })
  /** Ends the current run, and lets its consequences start. */
  const end = async () => {
    open.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { job, end, began: () => began, underWay: () => open.length }
}

describe('a job', () => {
  test('runs again and again, and never twice at once', async () => {
    const { job, end, began, underWay } = heldJob()
    for (let beat = 1; beat <= 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(3 * EVERY_MS) // a run that lasts over two more intervals
      expect([began(), underWay()]).toEqual([beat, 1])
      await end()
      expect(underWay()).toBe(0)
    }
    await job.stop()
  })

  test('woken while it runs it runs once more right after', async () => {
    const { job, end, began, underWay } = heldJob()
    job.wake()
    job.wake()
    job.wake()
    expect([began(), underWay()]).toEqual([1, 1])
    await end()
    expect([began(), underWay()]).toEqual([2, 1])
    await end()
    expect([began(), underWay()]).toEqual([2, 0])
    await job.stop()
  })

  test('that fails is retried at the next interval', async () => {
    let runs = 0
    const run = () => {
      runs += 1
      return Promise.reject(new Error('not now'))
    }
    const job = schedule({ name: 'fail', everyMs: EVERY_MS, log, run })
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(runs).toBe(2)
    await job.stop()
  })

  test('stops when its last run has ended, and runs no more', async () => {
    const { job, end, began } = heldJob()
    job.wake()
    let isStopped = false
    const stopping = job.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(isStopped).toBe(false)
    await end()
    await stopping
    job.wake()
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(began()).toBe(1)
  })
})
