import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test.each(['pointerdown', 'keydown'])('a %s is told once, with the next call', async (event) => {
  const heard = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => heard.set(name, hear))
  vi.resetModules()
  const { takeTouch } = await import('./touch.ts')
  expect([takeTouch(), takeTouch()]).toEqual([true, false]) // opening the page is a touch
  heard.get(event)?.()
  expect([takeTouch(), takeTouch()]).toEqual([true, false])
})
