import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, useToasts } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a toast is visible for 1500 ms', () => {
  toast('Código enviado')
  vi.advanceTimersByTime(1499)
  expect(useToasts.getState().shown?.text).toBe('Código enviado')
  vi.advanceTimersByTime(1)
  expect(useToasts.getState().shown).toBeUndefined()
})

test('the newest toast wins, with its own time', () => {
  toast('Copiado')
  vi.advanceTimersByTime(1000)
  toast('Limite salvo')
  vi.advanceTimersByTime(1499)
  expect(useToasts.getState().shown?.text).toBe('Limite salvo')
})
