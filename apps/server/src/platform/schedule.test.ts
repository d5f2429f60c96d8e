import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openLog } from './log.ts'
import { schedule } from './schedule.ts'

const log = openLog('silent')

describe('a job', () => {
  test('runs again and again, and never twice at once', async () => {
    let running = 0
    let max = 0
    let runs = 0
    const job = schedule({
      name: 'beat',
      everyMs: 5,
      log,
      run: async () => {
        running += 1
        max = Math.max(max, running)
        await sleep(12)
        running -= 1
        runs += 1
      },
    })
    for (let wake = 0; wake < 10; wake += 1) {
      job.wake()
      await sleep(7)
    }
    await job.stop()
    expect(max).toBe(1)
    expect(runs).toBeGreaterThan(2)
  })

  test('woken while it runs it runs once more right after', async () => {
    let runs = 0
    const job = schedule({
      name: 'wake',
      everyMs: 60_000,
      log,
      run: async () => {
        runs += 1
        await sleep(30)
      },
    })
    job.wake()
    job.wake()
    job.wake()
    await sleep(120)
    expect(runs).toBe(2)
    await job.stop()
  })

  test('that fails is tried again at the next beat', async () => {
    let runs = 0
    const job = schedule({
      name: 'fail',
      everyMs: 5,
      log,
      run: () => {
        runs += 1
        return Promise.reject(new Error('not now'))
      },
    })
    await expect.poll(() => runs).toBeGreaterThan(1)
    await job.stop()
  })

  test('stops when its last run has ended, and runs no more', async () => {
    let ended = 0
    const job = schedule({
      name: 'stop',
      everyMs: 5,
      log,
      run: async () => {
        await sleep(20)
        ended += 1
      },
    })
    job.wake()
    await job.stop()
    expect(ended).toBe(1)
    job.wake()
    await sleep(40)
    expect(ended).toBe(1)
  })
})
