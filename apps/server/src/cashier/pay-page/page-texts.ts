import { readFileSync } from 'node:fs'
import type { Lang } from '../../platform/texts.ts'

const load = (lang: Lang) =>
  JSON.parse(readFileSync(new URL(`texts/${lang}.json`, import.meta.url), 'utf8')) as Record<string, string>

const texts: Record<Lang, Record<string, string>> = { 'pt-BR': load('pt-BR'), en: load('en') }

/** A text of the payment page; a missing one shows as its key in the test that counts them. */
export const pageText = (lang: Lang, key: string): string => texts[lang][key] ?? key

/** All keys of a language, for the test that keeps both complete. */
export const pageTextKeys = (lang: Lang): string[] => Object.keys(texts[lang]).sort()
