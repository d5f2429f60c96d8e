import { expect, test } from 'vitest'
import { hotkeyOf } from './hotkey-of.ts'

const pressed = { repeat: false, ctrlKey: false, metaKey: false, altKey: false }

test.each([
  { key: 'q', focused: undefined, means: 'half' },
  { key: 'W', focused: undefined, means: 'double' },
  { key: ' ', focused: undefined, means: 'act' },
  { key: 'Enter', focused: undefined, means: 'act' },
  { key: 'x', focused: undefined, means: undefined },
  { key: 'r', focused: undefined, means: 'luck' },
  { key: 'r', focused: 'BUTTON', means: 'luck' },
  { key: 'q', focused: 'INPUT', means: undefined },
  { key: ' ', focused: 'BUTTON', means: undefined },
  { key: 'q', focused: 'BUTTON', means: 'half' },
  { key: 'q', focused: 'DIV', means: undefined },
])('$key with the focus on $focused means $means', ({ key, focused, means }) => {
  expect(hotkeyOf({ ...pressed, key }, focused)).toBe(means)
})

test.each(['repeat', 'ctrlKey', 'metaKey', 'altKey'] as const)('Space with %s plays no round', (how) => {
  expect(hotkeyOf({ ...pressed, key: ' ', [how]: true }, undefined)).toBeUndefined()
})
