import { readFileSync } from 'node:fs'
import { type RefusalCode, refusals } from '@palpite/contract'
import { assert } from './assert.ts'

/** Languages the server answers in; the app's other languages fall back to the nearest of these. */
export type Lang = 'pt-BR' | 'en'

/** The texts of each language by their keys. */
export type Texts = Readonly<Record<Lang, Readonly<Record<string, string>>>>

/** Reads the texts of both languages, each from its own file, once at start. */
export function loadTexts(fileOf: (lang: Lang) => URL): Texts {
  const read = (lang: Lang) => JSON.parse(readFileSync(fileOf(lang), 'utf8')) as Record<string, string>
  return { 'pt-BR': read('pt-BR'), en: read('en') }
}

/** A text that must be there, its `{names}` filled in. */
export function filledText(texts: Texts, lang: Lang, key: string, valueOf: (name: string) => string): string {
  const text = texts[lang][key]
  assert(text !== undefined, `${key} has a text in ${lang}`)
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => valueOf(name))
}

const refusalTexts = loadTexts(
  (lang) => new URL(import.meta.resolve(`@palpite/contract/locales/${lang}.json`)),
)

/** Single refusals that the specification has in Spanish; everything else Spanish speakers read in English. */
const spanishTexts = JSON.parse(
  readFileSync(new URL('texts/refusals-es.json', import.meta.url), 'utf8'),
) as Readonly<Partial<Record<RefusalCode, string>>>

/** The language of a `lang` header (`pt_BR`, `en_US`, …); Portuguese where it says nothing we know. */
export const langOf = (header: string | undefined): Lang =>
  header === undefined || /^pt/i.test(header) ? 'pt-BR' : 'en'

/** The language of a refusal by the same header: Spanish too, which has a few texts of its own. */
export const refusalLangOf = (header: string | undefined): Lang | 'es' =>
  /^es\b|^es_/i.test(header ?? '') ? 'es' : langOf(header)

const plainNumber = /^\d+\.\d+$/

/** A value as it stands in a text: what is a number with a point gets the mark of the language. */
const shown = (value: string | number, lang: Lang): string => {
  const text = String(value)
  return lang === 'pt-BR' && plainNumber.test(text) ? text.replace('.', ',') : text
}

/** The text of a refusal, its `{names}` filled in. */
export function refusalText(
  code: RefusalCode,
  lang: Lang | 'es',
  values: Record<string, string | number> = {},
): string {
  assert(code in refusals, `${code} is a refusal of the contract`)
  const spoken = lang === 'es' ? 'en' : lang
  const spanish = lang === 'es' ? spanishTexts[code] : undefined
  return spanish ?? filledText(refusalTexts, spoken, code, (name) => shown(values[name] ?? '', spoken))
}
