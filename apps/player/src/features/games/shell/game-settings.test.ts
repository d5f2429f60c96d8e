import { expect, test, vi } from 'vitest'
import { feelResult } from './feedback.ts'
import { readGameSettings } from './game-settings.ts'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())

const off = { sound: false, vibration: false, fast: false, hotkeys: false }

test.each([
  { stored: null, read: off },
  { stored: 'broken', read: off },
  { stored: 'null', read: off },
  { stored: '{"sound":"yes"}', read: off },
  { stored: '{"fast":true}', read: { ...off, fast: true } },
])('what is stored as $stored turns on what it names and nothing else', ({ stored, read }) => {
  expect(readGameSettings(stored)).toEqual(read)
})

test('the installation is offered after the first won round, not before', async () => {
  feelResult(false)
  expect(localStorage.getItem('installCard')).toBeNull()
  feelResult(true)
  await expect.poll(() => localStorage.getItem('installCard')).toBe('due')
})
