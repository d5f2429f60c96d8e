import { expect, test } from 'vitest'
import { isShortcut } from './shortcuts.ts'

const press = { key: 'c', repeat: false, ctrlKey: false, metaKey: false, altKey: false }

test.each([
  { what: 'pressed alone', change: {}, isOne: true },
  { what: 'as a capital', change: { key: 'C' }, isOne: true },
  { what: 'another key', change: { key: 'x' }, isOne: false },
  { what: 'held down', change: { repeat: true }, isOne: false },
  { what: 'with Ctrl, to copy', change: { ctrlKey: true }, isOne: false },
  { what: 'with Cmd', change: { metaKey: true }, isOne: false },
  { what: 'with Alt', change: { altKey: true }, isOne: false },
])('a key of one letter, $what, acts: $isOne', ({ change, isOne }) => {
  expect(isShortcut({ ...press, ...change }, 'c')).toBe(isOne)
})
