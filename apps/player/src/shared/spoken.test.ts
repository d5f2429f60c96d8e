import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announcedSlowly } from './spoken.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a price that changes fifty times a second is announced three times in ten seconds, and with its final value', () => {
  const heard: string[] = []
  const voice = announcedSlowly((words) => heard.push(words))
  for (let change = 0; change <= 500; change += 1) {
    voice.change(`Odd ${change}`)
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(10_000)
  expect(heard).toHaveLength(4)
  expect(heard[0]).toBe('Odd 0')
  expect(heard.at(-1)).toBe('Odd 500')
})

test('a return to the announced value is not announced again, and nothing is after unmounting', () => {
  const heard: string[] = []
  const voice = announcedSlowly((words) => heard.push(words))
  for (const words of ['1,80', '1,85', '1,80']) voice.change(words)
  vi.advanceTimersByTime(20_000)
  expect(heard).toEqual(['1,80'])
  voice.change('1,90')
  voice.change('1,95')
  voice.stop()
  vi.advanceTimersByTime(20_000)
  expect(heard).toEqual(['1,80', '1,90'])
})
