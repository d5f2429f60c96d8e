import { type Language, languageTable } from '@palpite/contract/languages'
import { containsPhrase, containsWords } from '../../shared/plain-words.ts'
import type { Policy } from '../../shared/use-policy.ts'
import { figureNames, figuresIn, type Rules } from './figures.ts'

/** A help article: slug, title and text. */
export type Article = { slug: string; title: string; body: string }

const givesBonuses = ({
  grantsGifts,
  levelsByTopUp,
  paysReferrals,
  givesPromotions,
}: ArticlePolicy): boolean => grantsGifts || levelsByTopUp || paysReferrals || givesPromotions

/** The conditions on which articles and lines depend, derived from the compliance policy. */
const conditions = {
  ownNameOnly: ({ ownNameOnly }) => ownNameOnly,
  otherKeys: ({ ownNameOnly }) => !ownNameOnly,
  usdt: ({ withdrawMethods }) => withdrawMethods.includes('USDT'),
  wagersTopUps: ({ wagersTopUps }) => wagersTopUps,
  countsWithdrawals: ({ countsWithdrawals }) => countsWithdrawals,
  grantsGifts: ({ grantsGifts }) => grantsGifts,
  levelsByTopUp: ({ levelsByTopUp }) => levelsByTopUp,
  paysReferrals: ({ paysReferrals }) => paysReferrals,
  givesPromotions: ({ givesPromotions }) => givesPromotions,
  givesBonuses,
  wagers: (policy) => policy.wagersTopUps || givesBonuses(policy),
} satisfies Record<string, (policy: ArticlePolicy) => boolean>

/** The specification's policy: used until the policy in force is loaded, and when prerendering. */
export const openPolicy: ArticlePolicy = {
  ownNameOnly: false,
  withdrawMethods: ['CPF', 'CNPJ', 'USDT'],
  wagersTopUps: true,
  countsWithdrawals: true,
  grantsGifts: true,
  levelsByTopUp: true,
  paysReferrals: true,
  givesPromotions: true,
}

/** The parts of the compliance policy that articles mention. */
export type ArticlePolicy = Pick<
  Policy,
  | 'ownNameOnly'
  | 'withdrawMethods'
  | 'wagersTopUps'
  | 'countsWithdrawals'
  | 'grantsGifts'
  | 'levelsByTopUp'
  | 'paysReferrals'
  | 'givesPromotions'
>

/** Articles about features that not every policy has. */
const articleConditions: Readonly<Record<string, keyof typeof conditions>> = {
  freeBet: 'givesPromotions',
  boostedPrice: 'givesPromotions',
  boostedMultiple: 'givesPromotions',
  insurance: 'givesPromotions',
  earlyPayout: 'givesPromotions',
  bonus: 'givesBonuses',
  depositBonus: 'grantsGifts',
  gameBonus: 'grantsGifts',
  vip: 'levelsByTopUp',
  invite: 'paysReferrals',
  checkIn: 'givesPromotions',
  promotions: 'givesPromotions',
  freeRounds: 'givesPromotions',
}

const condition = /^(- )?\{\?(\w+)\}/

/** A line under a policy: with `{?condition}` in front it is shown only if that holds. */
const lineBy = (policy: ArticlePolicy) => (line: string) => {
  const [before = '', bullet = '', name] = condition.exec(line) ?? []
  if (name === undefined) return [line]
  if (!(name in conditions)) throw new Error(`no policy says whether ${name} holds`)
  return conditions[name as keyof typeof conditions](policy) ? [bullet + line.slice(before.length)] : []
}

const namesIn = (body: string): string[] => [...body.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The calls whose answers contain an article's figures. */
export const rulesOf = ({ body }: Article): (keyof Rules)[] => {
  const names = namesIn(body)
  return (Object.keys(figureNames) as (keyof Rules)[]).filter((rules) =>
    figureNames[rules].some((name) => names.includes(name)),
  )
}

/** The articles under a policy with the operators' figures; a pending figure is a blank. */
export const articlesInForce = (
  articles: readonly Article[],
  {
    policy = openPolicy,
    figures = {},
  }: { policy?: ArticlePolicy | undefined; figures?: Record<string, string> } = {},
): Article[] =>
  articles.flatMap(({ slug, title, body }) => {
    const asked = articleConditions[slug]
    if (asked && !conditions[asked](policy)) return []
    const lines = body.split('\n').flatMap(lineBy(policy)).join('\n')
    return [{ slug, title, body: lines.replaceAll(/\{(\w+)\}/g, (_, name: string) => figures[name] ?? '…') }]
  })

/** The articles of a file, each starting with `# slug: title`. */
export const articlesOf = (file: string): Article[] =>
  file
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n')
      const [slug = '', ...title] = head.split(': ')
      return { slug, title: title.join(': '), body: rest.join('\n').trim() }
    })

/**
 * The articles that contain every word of a search: first those with all words in the title, then those with the exact
 * phrase.
 */
export const foundArticles = (articles: readonly Article[], search: string): Article[] => {
  const holds = (text: string) => containsWords(text, search)
  const inTitle = articles.filter(({ title }) => holds(title))
  const elsewhere = articles.filter((one) => !inTitle.includes(one) && holds(`${one.title} ${one.body}`))
  const asTyped = elsewhere.filter(({ body }) => containsPhrase(body, search))
  return [...inTitle, ...asTyped, ...elsewhere.filter((one) => !asTyped.includes(one))]
}

/** The help centre's parts by article slug; articles about markets are a separate file. */
export const articleParts = {
  games: ['mines', 'dice', 'limbo', 'double', 'luckyColor', 'rowDouble', 'studio', 'fairness'],
  bets: [
    'slip',
    'single',
    'multiple',
    'system',
    'eachWay',
    'betBuilder',
    'freeBet',
    'cashOut',
    'boostedPrice',
    'boostedMultiple',
    'insurance',
    'earlyPayout',
  ],
  bonuses: ['bonus', 'depositBonus', 'gameBonus', 'checkIn', 'promotions', 'vip', 'invite', 'freeRounds'],
  sports: ['football', 'sports'],
  account: ['deposit', 'withdraw', 'limits', 'selfExclusion', 'account'],
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

/** Loads a language's articles, the market ones last: a search covers all. */
export const readArticles = async (language: Language): Promise<Article[]> => {
  const [articles, markets] = await Promise.all([
    fileIn(files, 'articles', language),
    fileIn(marketFiles, 'markets', language),
  ])
  const figures = figuresIn(language) // once, not for each of seventy places: it makes some thirty formats
  const filled = articles.replaceAll(/\{(\w+)\}/g, (place, name: string) => figures[name] ?? place)
  return articlesOf(`${filled}\n${markets}`)
}
