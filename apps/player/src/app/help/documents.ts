import { type Language, languageTable } from '@palpite/contract/languages'
import type { HelpPage } from '../../shared/paths.ts'

const files = import.meta.glob<string>(
  ['../../locales/*/help/*.md', '!../../locales/*/help/{articles,markets}.md'],
  { query: '?raw', import: 'default' },
)

/** Fetches a document in a language; each is a file of its own, so that nobody fetches what is not read. */
export const readDocument = async (page: HelpPage, language: Language): Promise<string> => {
  const read = files[`../../locales/${languageTable[language].texts}/help/${page}.md`]
  if (!read) throw new Error(`there is no ${page} in ${language}`)
  return read()
}

/** Whether a page is a translation of one that binds: terms, privacy, rules and licence bind in Portuguese. */
export const isTranslationOfWhatBinds = (page: HelpPage, language: Language): boolean =>
  page !== 'help' && language !== 'pt-BR'
