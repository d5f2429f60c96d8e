import { readFileSync } from 'node:fs'
import { assert } from '../../platform/assert.ts'
import type { Lang } from '../../platform/texts.ts'

type Key = 'reset.mail.subject' | 'reset.mail.text'

const load = (lang: Lang): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${lang}.json`, import.meta.url), 'utf8')) as Record<string, string>

const texts: Record<Lang, Record<string, string>> = { 'pt-BR': load('pt-BR'), en: load('en') }

/** A text of this module's mails, its `{names}` filled in. */
export function mailText(key: Key, lang: Lang, values: Record<string, string | number>): string {
  const text = texts[lang][key]
  assert(text !== undefined, `the mail text ${key} is there in ${lang}`)
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''))
}
