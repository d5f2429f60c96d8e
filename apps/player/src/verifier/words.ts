import en from '../locales/en/offline/page.json'
import portuguese from '../locales/pt-BR/offline/page.json'

export type WordKey = keyof typeof portuguese

/** The language of the page: Portuguese, unless the browser asks for English first. */
export const language = navigator.language.startsWith('en') ? 'en' : 'pt-BR'

const texts: Readonly<Record<WordKey, string>> = language === 'en' ? en : portuguese

/** A text of the page with its values filled in. */
export const words = (key: WordKey, values: Readonly<Record<string, string | number>> = {}): string =>
  texts[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
