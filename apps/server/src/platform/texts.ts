import { readFileSync } from 'node:fs'
import { type RefusalCode, refusals } from '@palpite/contract'
import { assert } from './assert.ts'

/** Languages the server answers in; the app's other languages fall back to the nearest of these. */
export type Lang = 'pt-BR' | 'en'

const load = (lang: Lang): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(import.meta.resolve(`@palpite/contract/locales/${lang}.json`)), 'utf8'),
  ) as Record<string, string>

const texts: Record<Lang, Record<string, string>> = { 'pt-BR': load('pt-BR'), en: load('en') }

/** The language of a `lang` header (`pt_BR`, `en_US`, …); Portuguese where it says nothing we know. */
export const langOf = (header: string | undefined): Lang =>
  header === undefined || /^pt/i.test(header) ? 'pt-BR' : 'en'

const plainNumber = /^\d+\.\d+$/

/** A value as it stands in a text: what is a number with a point gets the mark of the language. */
const shown = (value: string | number, lang: Lang): string => {
  const text = String(value)
  return lang === 'pt-BR' && plainNumber.test(text) ? text.replace('.', ',') : text
}

/** The text of a refusal, its `{names}` filled in. */
export function refusalText(
  code: RefusalCode,
  lang: Lang,
  values: Record<string, string | number> = {},
): string {
  const text = texts[lang][code]
  assert(text !== undefined && code in refusals, `refusal ${code} has a text in ${lang}`)
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => shown(values[name] ?? '', lang))
}
