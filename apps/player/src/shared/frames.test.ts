import { afterEach, expect, test, vi } from 'vitest'
import { openFrames } from './frames.ts'

const frameMs = 16

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const opened = ({ draws }: { draws: boolean } = { draws: true }) => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) =>
    draws ? setTimeout(draw, frameMs) : undefined,
  )
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  const handed: (readonly number[])[] = []
  return { handed, frames: openFrames<number>((gathered) => handed.push(gathered)) }
}

test('items received within a frame are delivered together, in order', () => {
  const { handed, frames } = opened()
  frames.add(1)
  frames.add(2)
  expect(handed).toEqual([])
  vi.advanceTimersByTime(frameMs)
  expect(handed).toEqual([[1, 2]])
  frames.add(3)
  vi.advanceTimersByTime(frameMs)
  expect(handed).toEqual([[1, 2], [3]])
})

test('a page that renders no frames gets them too, and once', () => {
  const { handed, frames } = opened({ draws: false })
  frames.add(1)
  vi.advanceTimersByTime(250)
  expect(handed).toEqual([[1]])
  vi.advanceTimersByTime(1000)
  expect(handed).toEqual([[1]])
})

test('a flush delivers at once, and not again with the frame', () => {
  const { handed, frames } = opened()
  frames.add(1)
  frames.flush()
  vi.advanceTimersByTime(1000)
  expect(handed).toEqual([[1]])
})
