/** The currencies of the languages. Wallets are in BRL in all of them. */
export const currencies = [
  'BRL',
  'USD',
  'IDR',
  'VND',
  'NGN',
  'JPY',
  'KRW',
  'CNY',
  'RUB',
  'EUR',
  'INR',
  'THB',
] as const

export type Currency = (typeof currencies)[number]

/** The languages there are texts in, the first one's being what the others are translated from. */
export const textLanguages = [
  'pt-BR',
  'en',
  'id',
  'vi',
  'ja',
  'ko',
  'zh-CN',
  'ru',
  'de',
  'es',
  'fr',
  'it',
  'hi',
  'th',
] as const

export type TextLanguage = (typeof textLanguages)[number]

/** A language that can be chosen, by its BCP 47 tag, which `Intl` knows. English of Nigeria is one of them (SPEC §9). */
export type Language = TextLanguage | 'en-NG'

type Row = {
  /** As the `lang` header and the specification write it. */
  key: string
  texts: TextLanguage
  currency: Currency
  decimalMark: ',' | '.'
}

const row = (key: string, texts: TextLanguage, currency: Currency, decimalMark: ',' | '.'): Row => ({
  key,
  texts,
  currency,
  decimalMark,
})

/**
 * Every language that can be chosen, in the order in which they are offered: the nine of the specification first. All that
 * a call needs of them; what a menu shows of them stands in `language-entries.ts`, which the first page does without.
 */
export const languageTable: Readonly<Record<Language, Row>> = {
  'pt-BR': row('pt_BR', 'pt-BR', 'BRL', ','),
  en: row('en_US', 'en', 'USD', '.'),
  id: row('id_ID', 'id', 'IDR', ','),
  vi: row('vi_VN', 'vi', 'VND', ','),
  'en-NG': row('nr_NR', 'en', 'NGN', '.'),
  ja: row('ja_JP', 'ja', 'JPY', '.'),
  ko: row('ko_KR', 'ko', 'KRW', '.'),
  'zh-CN': row('zh_CN', 'zh-CN', 'CNY', '.'),
  ru: row('ru_RU', 'ru', 'RUB', ','),
  de: row('de_DE', 'de', 'EUR', ','),
  es: row('es_ES', 'es', 'EUR', ','),
  fr: row('fr_FR', 'fr', 'EUR', ','),
  it: row('it_IT', 'it', 'EUR', ','),
  hi: row('hi_IN', 'hi', 'INR', '.'),
  th: row('th_TH', 'th', 'THB', '.'),
}

/** The languages that are offered, in their order. */
export const languages = Object.keys(languageTable) as Language[]

/**
 * The first of these wishes that there is a language for: `de-AT` reads German, `zh-TW` Chinese, `nr_NR` is what the
 * specification calls English of Nigeria.
 */
export const languageOf = (wishes: readonly string[]): Language | undefined => {
  for (const wish of wishes) {
    const tag = wish.trim().replace('_', '-').toLowerCase()
    const found =
      languages.find((one) =>
        [one, languageTable[one].key.replace('_', '-')].some((name) => name.toLowerCase() === tag),
      ) ?? languages.find((one) => one.split('-')[0] === tag.split('-')[0])
    if (found) return found
  }
  return undefined
}
