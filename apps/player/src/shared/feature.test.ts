import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazily, loadChunk } from './feature.ts'

vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A connection on which the first N requests are silently lost. */
const losing = (lost: number) => {
  let asked = 0
  return vi.fn(async () => {
    asked += 1
    return asked <= lost ? new Promise<string>(() => undefined) : 'the page'
  })
}

test('9.20 a chunk that has not arrived in 120 seconds is requested once more', async () => {
  const line = losing(1)
  const page = loadChunk(line)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(line).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await page).toBe('the page')
  expect(line).toHaveBeenCalledTimes(2)
})

test('9.20 a chunk that is lost twice is reported', async () => {
  const line = losing(2)
  const reported = loadChunk(line).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(240_000)
  expect(await reported).toBe('a chunk did not come in time')
  expect(line).toHaveBeenCalledTimes(2)
})

test('9.20 a lazily loaded page waits that long for its chunk, and requests it once more', async () => {
  const line = losing(1)
  const Page = lazily(async () => {
    await line()
    return () => null
  })
  const there = Page.preload()
  await vi.advanceTimersByTimeAsync(119_999)
  expect(line).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(line).toHaveBeenCalledTimes(2)
  await there
})

test('a chunk whose transfer breaks off is requested again at once', async () => {
  const line = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('cut'))
    .mockResolvedValue('the page')
  expect(await loadChunk(line)).toBe('the page')
})
