import { type Language, languageTable } from '@palpite/contract/languages'
import { holdsWords } from '../../shared/plain-words.ts'
import { figuresIn } from './figures.ts'

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

/** The articles that hold every word of a search; those with all of them in the title come first. */
export const foundArticles = (articles: readonly Article[], search: string): Article[] => {
  const holds = (text: string) => holdsWords(text, search)
  const inTitle = articles.filter(({ title }) => holds(title))
  const elsewhere = articles.filter((one) => !inTitle.includes(one) && holds(`${one.title} ${one.body}`))
  return [...inTitle, ...elsewhere]
}

/** What the help centre is parted into, by the slugs of the articles; the markets are a file of their own. */
export const articleParts = {
  games: ['mines', 'dice', 'limbo', 'double', 'luckyColor', 'rowDouble', 'studio', 'fairness'],
  bets: ['slip', 'single', 'multiple', 'system', 'eachWay', 'betBuilder', 'freeBet', 'cashOut'],
  sports: ['football', 'sports'],
  account: ['deposit', 'withdraw', 'bonus', 'limits', 'selfExclusion', 'account'],
} as const

const files = import.meta.glob<string>('../../locales/*/help/articles.md', {
  query: '?raw',
  import: 'default',
})
const marketFiles = import.meta.glob<string>('../../locales/*/help/markets.md', {
  query: '?raw',
  import: 'default',
})

const fileIn = async (of: Record<string, () => Promise<string>>, name: string, language: Language) => {
  const load =
    of[`../../locales/${languageTable[language].texts}/help/${name}.md`] ??
    of[`../../locales/en/help/${name}.md`]
  if (!load) throw new Error(`there are no ${name} in ${language}`)
  return load()
}

/** Fetches the articles of a language, those of the markets last: a search looks through all of them. */
export const readArticles = async (language: Language): Promise<Article[]> => {
  const [articles, markets] = await Promise.all([
    fileIn(files, 'articles', language),
    fileIn(marketFiles, 'markets', language),
  ])
  const filled = articles.replaceAll(
    /\{(\w+)\}/g,
    (place, name: string) => figuresIn(language)[name] ?? place,
  )
  return articlesOf(`${filled}\n${markets}`)
}
