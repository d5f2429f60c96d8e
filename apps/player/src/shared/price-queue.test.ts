import type { PublicEvents } from '@palpite/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPriceQueue } from './price-queue.ts'

type Prices = PublicEvents['prices']

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pushOf = (fixtureId: string, version: number, scope: Prices['scope'] = 'main'): Prices => ({
  fixtureId,
  scope,
  since: version - 1,
  version,
  isStopped: false,
  matchStatus: 0,
  clock: null,
  homeScore: null,
  awayScore: null,
  state: null,
  marketCount: 1,
  markets: [],
})

const opened = (...far: string[]) => {
  const handed: string[] = []
  const away = new Set(far)
  const queue = openPriceQueue({
    isFar: (fixtureId) => away.has(fixtureId),
    deliver: (pushes) => handed.push(...pushes.map(({ fixtureId, version }) => `${fixtureId} ${version}`)),
  })
  return { queue, handed, away }
}

test('visible prices are shown with the next frame', () => {
  const { queue, handed } = opened('b')
  queue.add(pushOf('a', 2))
  vi.advanceTimersByTime(20)
  expect(handed).toEqual(['a 2'])
})

test('off-screen prices are applied when their match comes near, only the last ones', () => {
  const { queue, handed } = opened('a')
  queue.add(pushOf('a', 2))
  queue.add(pushOf('a', 3))
  vi.advanceTimersByTime(1000)
  expect(handed).toEqual([])
  queue.release('a')
  vi.advanceTimersByTime(20)
  expect(handed).toEqual(['a 3'])
})

test('off-screen prices are never older than some seconds', () => {
  const { queue, handed } = opened('a')
  queue.add(pushOf('a', 2))
  vi.advanceTimersByTime(5000)
  queue.add(pushOf('a', 3))
  vi.advanceTimersByTime(4000)
  expect(handed).toEqual(['a 3'])
  vi.advanceTimersByTime(20_000)
  expect(handed).toEqual(['a 3'])
})

test('a waiting update is not applied after a newer visible one', () => {
  const { queue, handed, away } = opened('a')
  queue.add(pushOf('a', 2))
  away.clear()
  queue.add(pushOf('a', 3))
  vi.advanceTimersByTime(20_000)
  expect(handed).toEqual(['a 3'])
})

test('a match page never waits, and a flush applies at once', () => {
  const { queue, handed } = opened('a')
  queue.add(pushOf('a', 2, 'whole'))
  queue.add(pushOf('a', 3))
  queue.flush()
  expect(handed).toEqual(['a 2', 'a 3'])
})
