import { expect, test } from 'vitest'
import { languageEntries, languageEntry } from './language-entries.ts'
import { currencies, languageOf, languageTable, languages, textLanguages } from './languages.ts'

test('3.09 a language entry has name, key, image, pay currency text, icon, symbol, unit and phone prefix', () => {
  expect(languageEntry('pt-BR')).toEqual({
    language: 'pt-BR',
    name: 'Português (Brasil)',
    key: 'pt_BR',
    image: '/flags.svg#br',
    currencyText: 'BRL',
    icon: '/coins.svg#brl',
    symbol: 'R$',
    unit: 'BRL',
    phonePrefix: '+55',
    region: 'BR',
    isMore: false,
  })
  for (const entry of languageEntries) {
    expect(entry.symbol).not.toBe('')
    expect(entry.phonePrefix).toMatch(/^\+\d{1,3}$/)
    expect(currencies).toContain(entry.unit)
  }
})

test('9.02 nine languages are listed, with the currency and the phone prefix of their country', () => {
  const listed = languageEntries
    .filter(({ isMore }) => !isMore)
    .map(({ key, currencyText, phonePrefix }) => `${key} ${currencyText} ${phonePrefix}`)
  expect(listed).toEqual([
    'pt_BR BRL +55',
    'en_US USD +1',
    'id_ID IDR +62',
    'vi_VN VND +84',
    'nr_NR NGN +234',
    'ja_JP JPY +81',
    'ko_KR KRW +82',
    'zh_CN CNY +86',
    'ru_RU RUB +7',
  ])
  expect(languageTable['en-NG'].texts).toBe('en')
})

test('9.03 fourteen languages have texts, and six more than the nine are found behind a word', () => {
  expect([...textLanguages].sort()).toEqual(
    ['zh-CN', 'en', 'de', 'es', 'fr', 'it', 'pt-BR', 'ru', 'ja', 'ko', 'id', 'hi', 'vi', 'th'].sort(),
  )
  const more = languageEntries.filter(({ isMore }) => isMore).map(({ key }) => key)
  expect(more).toEqual(['de_DE', 'es_ES', 'fr_FR', 'it_IT', 'hi_IN', 'th_TH'])
})

test.each(languages)('%s writes its decimals as Intl does', (language) => {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  expect(parts.find(({ type }) => type === 'decimal')?.value).toBe(languageTable[language].decimalMark)
})

test.each([
  { wishes: ['pt-BR', 'en'], language: 'pt-BR' },
  { wishes: ['pt-PT'], language: 'pt-BR' },
  { wishes: ['en-GB'], language: 'en' },
  { wishes: ['nr_NR'], language: 'en-NG' },
  { wishes: ['en-NG'], language: 'en-NG' },
  { wishes: ['EN_us'], language: 'en' },
  { wishes: ['tlh', 'en'], language: 'en' },
  { wishes: ['tlh', ''], language: undefined },
])('a browser that prefers $wishes gets $language', ({ wishes, language }) => {
  expect(languageOf(wishes)).toBe(language)
})
