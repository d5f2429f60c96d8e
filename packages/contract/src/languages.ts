/** The languages' currencies. Wallets are in BRL in all of them. */
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

/** The languages with texts; the first is the source of translations. */
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

/** A selectable language by its BCP 47 tag. English of Nigeria is one (SPEC §9). */
export type Language = TextLanguage | 'en-NG'

type Row = {
  /** As in the `lang` header and the specification. */
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
 * Every selectable language in order: the specification's nine first. This is what calls need; menu data is in
 * `language-entries.ts`, which the first page does not load.
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

/** The offered languages in order. */
export const languages = Object.keys(languageTable) as Language[]

/**
 * The first available language of a preference list: `de-AT` gives German, `zh-TW` Chinese, `nr_NR` is the
 * specification's English of Nigeria.
 */
export const languageOf = (preferred: readonly string[]): Language | undefined => {
  for (const tagged of preferred) {
    const tag = tagged.trim().replace('_', '-').toLowerCase()
    const found =
      languages.find((one) =>
        [one, languageTable[one].key.replace('_', '-')].some((name) => name.toLowerCase() === tag),
      ) ?? languages.find((one) => one.split('-')[0] === tag.split('-')[0])
    if (found) return found
  }
  return undefined
}
