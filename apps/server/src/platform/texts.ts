import { existsSync, readFileSync } from 'node:fs'
import { type RefusalCode, refusals } from '@palpite/contract'
import {
  languageOf,
  languageTable,
  type TextLanguage as Lang,
  textLanguages,
} from '@palpite/contract/languages'
import { assert } from './errors.ts'

/** A language the server answers in. */
export type { Lang }

/** The texts of each language by key. */
export type Texts = Readonly<Record<Lang, Readonly<Record<string, string>>>>

/** Builds a value for every language with texts. */
export const eachLang = <T>(of: (lang: Lang) => T): Record<Lang, T> =>
  Object.fromEntries(textLanguages.map((lang) => [lang, of(lang)])) as Record<Lang, T>

/**
 * Reads the texts of all languages, each from its own file, once at start. A missing text falls back to English: a
 * test finds it, and until then no call fails for want of a translation.
 */
export function loadTexts(fileOf: (lang: Lang) => URL): Texts {
  const read = (lang: Lang): Record<string, string> => {
    const file = fileOf(lang)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
  }
  const english = read('en')
  return eachLang((lang) => (lang === 'pt-BR' ? read(lang) : { ...english, ...read(lang) }))
}

/** Whole cents of BRL as each language writes them. */
export const moneyFormats: Readonly<Record<Lang, Intl.NumberFormat>> = eachLang(
  (lang) =>
    new Intl.NumberFormat(lang, { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' }),
)

/** A time as each language writes it, in America/Sao_Paulo. */
export const momentFormats: Readonly<Record<Lang, Intl.DateTimeFormat>> = eachLang(
  (lang) =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }),
)

/** A day as each language writes it. */
export const dayFormats: Readonly<Record<Lang, Intl.DateTimeFormat>> = eachLang(
  (lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'America/Sao_Paulo' }),
)

/** An existing text, its `{names}` filled in. */
export function filledText(texts: Texts, lang: Lang, key: string, valueOf: (name: string) => string): string {
  const text = texts[lang][key]
  assert(text !== undefined, `${key} has a text in ${lang}`)
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => valueOf(name))
}

/** More languages than anybody reads; a header may name thousands. */
const MAX_PREFERRED = 20

const refusalTexts = loadTexts(
  (lang) => new URL(import.meta.resolve(`@palpite/contract/locales/${lang}.json`)),
)

/** The languages of a header, in its order, which browsers sort by preference. */
export const preferredLanguages = (header: string): string[] =>
  header.split(',', MAX_PREFERRED).map((preferred) => preferred.replace(/;.*/, ''))

/**
 * The language of a `lang` header (`pt_BR`, `nr_NR`, …), or the first known one of an `accept-language` header:
 * English if none is known, Portuguese without a header.
 */
export const langOf = (header: string | undefined): Lang => {
  if (header === undefined) return 'pt-BR'
  const language = languageOf(preferredLanguages(header))
  return language === undefined ? 'en' : languageTable[language].texts
}

const plainNumber = /^\d+\.\d+$/

/** A value as text; numbers use the decimal mark of the language. */
const shown = (value: string | number, lang: Lang): string => {
  const text = String(value)
  return plainNumber.test(text) ? text.replace('.', languageTable[lang].decimalMark) : text
}

/** Reais as the specification's texts show them, which have the sign already: no decimals for whole reais. */
const quotedReais = (cents: number, lang: Lang): string =>
  cents % 100 === 0 ? String(cents / 100) : shown((cents / 100).toFixed(2), lang)

/**
 * The text of a refusal, its `{names}` filled in. `{max}` is filled by `max` unchanged, by `maxCents` as the language
 * writes money, by `maxMoment` as it writes a time, or by `maxKey`, the key of another text of the refusals.
 */
export function refusalText(
  code: RefusalCode,
  lang: Lang,
  values: Record<string, string | number> = {},
): string {
  assert(code in refusals, `${code} is a refusal of the contract`)
  const isQuoted = refusalTexts[lang][code]?.includes('R${') ?? false
  const valueOf = (name: string): string => {
    const key = values[`${name}Key`]
    if (key !== undefined) return filledText(refusalTexts, lang, String(key), valueOf)
    const moment = values[`${name}Moment`]
    if (moment !== undefined) return momentFormats[lang].format(new Date(moment))
    const cents = values[`${name}Cents`]
    if (cents === undefined) return shown(values[name] ?? '', lang)
    return isQuoted ? quotedReais(Number(cents), lang) : moneyFormats[lang].format(Number(cents) / 100)
  }
  return filledText(refusalTexts, lang, code, valueOf)
}
