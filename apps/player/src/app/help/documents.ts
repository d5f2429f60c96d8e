import { type Language, languageTable } from '@palpite/contract/languages'
import type { HelpPage } from '../../shared/paths.ts'

const files = import.meta.glob<string>(
  ['../../locales/*/help/*.md', '!../../locales/*/help/{articles,markets}.md'],
  { query: '?raw', import: 'default' },
)

/** Loads a document in a language; each is a separate file, so unread ones are not loaded. */
export const readDocument = async (page: HelpPage, language: Language): Promise<string> => {
  const read = files[`../../locales/${languageTable[language].texts}/help/${page}.md`]
  if (!read) throw new Error(`there is no ${page} in ${language}`)
  return read()
}

/** Whether a page is a translation of a binding one: terms, privacy, rules and licence are binding in Portuguese. */
export const isTranslationOfWhatBinds = (page: HelpPage, language: Language): boolean =>
  page !== 'help' && language !== 'pt-BR'
