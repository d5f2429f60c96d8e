import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
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

// The page is one file for all languages: it compiles the texts it shows when it opens.
const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
i18n.setMessagesCompiler(compileMessageOrThrow)
i18n.load(language, texts)

/** A text of the page with its values, and the plural form of a count. */
export const words = (key: WordKey, values: Readonly<Record<string, string | number>> = {}): string =>
  i18n._(key, values)
