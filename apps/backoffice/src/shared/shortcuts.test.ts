import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const act = () => undefined

test.each([
  { what: 'a letter that means something', event: { ...plain, key: 'j' }, isWriting: false, does: act },
  { what: 'a letter that means nothing', event: { ...plain, key: 'x' }, isWriting: false, does: undefined },
  { what: 'a letter in a field', event: { ...plain, key: 'j' }, isWriting: true, does: undefined },
  {
    what: 'the browser’s own Ctrl+J',
    event: { ...plain, ctrlKey: true, key: 'j' },
    isWriting: false,
    does: undefined,
  },
])('$what', ({ event, isWriting, does }) => {
  expect(shortcutOf({ j: act }, event, isWriting)).toBe(does)
})
