import { expect, test } from 'vitest'
import { hyphenator } from './hyphenate.ts'

const hyphenate = hyphenator(['aus-zah-lung', 'kon-to-aus-zug', 'strong-er'])

test.each([
  { text: 'Auszahlung im Kontoauszug', says: 'Aus|zah|lung im Kon|to|aus|zug' },
  { text: 'AUSZAHLUNG', says: 'AUS|ZAH|LUNG' },
  { text: 'Auszahlungen', says: 'Auszahlungen' }, // another word
  { text: '<stronger>Auszahlung</stronger>', says: '<stronger>Aus|zah|lung</stronger>' },
])('$text may go on in the next line where its words are parted', ({ text, says }) => {
  expect(hyphenate(text).replaceAll('\u00AD', '|')).toBe(says)
})
