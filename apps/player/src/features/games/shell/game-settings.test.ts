import { expect, test } from 'vitest'
import { readGameSettings } from './game-settings.ts'

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
