import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test.each(['pointerdown', 'keydown'])('a %s is reported once, with the next call', async (event) => {
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  vi.resetModules()
  const { consumeActivity } = await import('./activity.ts')
  expect([consumeActivity(), consumeActivity()]).toEqual([true, false]) // opening the page counts as activity
  listeners.get(event)?.()
  expect([consumeActivity(), consumeActivity()]).toEqual([true, false])
})
