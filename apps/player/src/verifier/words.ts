import { languageOf, languageTable, type TextLanguage } from '@palpite/contract/languages'
import portuguese from '../locales/pt-BR/offline/page.json'

export type WordKey = keyof typeof portuguese

const written = import.meta.glob<Partial<Record<WordKey, string>>>('../locales/*/offline/page.json', {
  eager: true,
  import: 'default',
})

const wordsIn = (one: TextLanguage) => written[`../locales/${one}/offline/page.json`]

/** The language of the page: the browser's first that there is, else Portuguese. */
export const language = languageOf(navigator.languages) ?? 'pt-BR'

const texts = { ...wordsIn('en'), ...wordsIn(languageTable[language].texts) }

/** A text of the page with its values filled in. */
export const words = (key: WordKey, values: Readonly<Record<string, string | number>> = {}): string =>
  (texts[key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
