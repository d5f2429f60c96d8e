import { expect, test } from 'vitest'
import { hyphenatedWords, isHyphenated } from './hyphens.ts'

test.each([
  {
    language: 'de',
    text: 'Die Auszahlungsgebühr und der Kontoauszug',
    words: ['aus-zah-lungs-ge-bühr', 'kon-to-aus-zug'],
  },
  { language: 'pt-BR', text: 'Diamantes no saldo', words: ['di-a-man-tes'] },
  { language: 'ru', text: 'Ответственность', words: ['от-вет-ствен-ность'] },
  { language: 'it', text: 'Prelievo, prelievo {amount}', words: ['pre-lie-vo'] },
])('long words are parted as $language parts them, each once', ({ language, text, words }) => {
  expect(hyphenatedWords(language, [text])).toEqual(expect.arrayContaining(words))
  expect(hyphenatedWords(language, [text, text])).toEqual(hyphenatedWords(language, [text]))
})

test('scripts that break anywhere have no hyphens', () => {
  expect(isHyphenated('ja')).toBe(false)
  expect(hyphenatedWords('ja', ['responsabilidade'])).toEqual([])
})
