import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freeBytesAt, watchDisk } from './outages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A disk with this much free space, checked every ten milliseconds; `undefined` cannot be read. */
function watched(reserveBytes: number) {
  const disk = { free: (2 * reserveBytes) as number | undefined, asked: 0, answers: true }
  const watch = watchDisk({
    reserveBytes,
    everyMs: 10,
    freeBytes: async () => {
      disk.asked += 1
      if (!disk.answers) await new Promise(() => {})
      if (disk.free === undefined) throw new Error('ENOENT')
      return disk.free
    },
  })
  const isFullWith = async (free: number | undefined) => {
    disk.free = free
    await vi.advanceTimersByTimeAsync(10)
    return watch.isFull()
  }
  return { ...watch, disk, isFullWith }
}

test('is full below its reserve, and writable again a quarter above it', async () => {
  const { isFullWith, stop } = watched(1000)
  expect(await isFullWith(1000)).toBe(false)
  expect(await isFullWith(999)).toBe(true)
  expect(await isFullWith(1249)).toBe(true)
  expect(await isFullWith(1250)).toBe(false)
  expect(await isFullWith(1001)).toBe(false)
  stop()
})

test('keeps the last known state while the folder cannot be read', async () => {
  const { isFullWith, stop } = watched(1000)
  expect(await isFullWith(0)).toBe(true)
  expect(await isFullWith(undefined)).toBe(true)
  expect(await isFullWith(2000)).toBe(false)
  expect(await isFullWith(undefined)).toBe(false)
  stop()
})

test('runs one check at a time, and none once stopped', async () => {
  const { disk, stop } = watched(1000)
  await vi.advanceTimersByTimeAsync(10)
  disk.answers = false
  await vi.advanceTimersByTimeAsync(10)
  const asked = disk.asked
  await vi.advanceTimersByTimeAsync(100)
  expect(disk.asked).toBe(asked)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('counts what an ordinary account may still write', async () => {
  const { bavail, bsize } = statfsSync(tmpdir())
  const free = await freeBytesAt(tmpdir())
  expect(Math.abs(free - bavail * bsize)).toBeLessThan(0.2 * bavail * bsize + 1e9) // others write meanwhile
  expect(free).toBeGreaterThan(0)
})
