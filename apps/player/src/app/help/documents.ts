import { type Language, languageTable } from '@palpite/contract/languages'
import type { HelpPage } from '../../shared/paths.ts'

const files = import.meta.glob<string>(
  ['../../locales/*/help/*.md', '!../../locales/*/help/{articles,markets}.md'],
  { query: '?raw', import: 'default' },
)

export type ReadDocument = { text: string; language: Language }

/**
 * Fetches a document in a language; each is a file of its own, so that nobody fetches what is not read. What binds is
 * written in Portuguese and in English alone: who reads another language gets it in English, and is told so.
 */
export const readDocument = async (page: HelpPage, language: Language): Promise<ReadDocument> => {
  const own = files[`../../locales/${languageTable[language].texts}/help/${page}.md`]
  const read = own ?? files[`../../locales/en/help/${page}.md`]
  if (!read) throw new Error(`there is no ${page}`)
  return { text: await read(), language: own ? language : 'en' }
}
