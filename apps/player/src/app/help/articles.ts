import { type Language, languageTable } from '@palpite/contract/languages'

/** An article of the help centre: its word in the address, its title, and the rest as a document. */
export type Article = { slug: string; title: string; body: string }

/** The articles of a file: each begins with `# slug: title`. */
export const articlesOf = (file: string): Article[] =>
  file
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n')
      const [slug = '', ...title] = head.split(': ')
      return { slug, title: title.join(': '), body: rest.join('\n').trim() }
    })

/** Words as they are compared: without accents and case. */
const plain = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The articles that hold every word of a search; those with all of them in the title come first. */
export const foundArticles = (articles: readonly Article[], search: string): Article[] => {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => plain(text).includes(word))
  const inTitle = articles.filter(({ title }) => holds(title))
  const elsewhere = articles.filter((one) => !inTitle.includes(one) && holds(`${one.title} ${one.body}`))
  return [...inTitle, ...elsewhere]
}

const files = import.meta.glob<string>('../../locales/*/help/articles.md', {
  query: '?raw',
  import: 'default',
})

/** Fetches the articles of a language, in one file: a search looks through all of them. */
export const readArticles = async (language: Language): Promise<Article[]> => {
  const read =
    files[`../../locales/${languageTable[language].texts}/help/articles.md`] ??
    files['../../locales/en/help/articles.md']
  if (!read) throw new Error(`there are no articles in ${language}`)
  return articlesOf(await read())
}
