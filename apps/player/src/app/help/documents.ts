import type { Language } from '@palpite/contract/look'
import type { HelpPage } from '../../shared/paths.ts'

const files = import.meta.glob<string>(['../../locales/*/help/*.md', '!../../locales/*/help/articles.md'], {
  query: '?raw',
  import: 'default',
})

/** Fetches a document in a language; each is a file of its own, so that nobody fetches what is not read. */
export const readDocument = async (page: HelpPage, language: Language): Promise<string> => {
  const read = files[`../../locales/${language}/help/${page}.md`]
  if (!read) throw new Error(`there is no ${page} in ${language}`)
  return read()
}
