import { type Language, languageTable } from '@palpite/contract/languages'
import { holdsPhrase, holdsWords } from '../../shared/plain-words.ts'
import type { Policy } from '../../shared/use-policy.ts'
import { figureNames, figuresIn, type Rules } from './figures.ts'

/** An article of the help centre: its word in the address, its title, and the rest as a document. */
export type Article = { slug: string; title: string; body: string }

const givesBonuses = ({
  grantsGifts,
  levelsByTopUp,
  paysReferrals,
  givesPromotions,
}: ArticlePolicy): boolean => grantsGifts || levelsByTopUp || paysReferrals || givesPromotions

/** The conditions that an article or one of its lines can depend on, each worked out from the compliance policy. */
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

/** The specification's own policy. Articles follow it until the policy in force is known, and in pages drawn beforehand. */
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

/** What of the compliance policy the articles tell. */
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

/** Which articles tell of what not every policy gives. */
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

/** A line as a policy has it: with `{?condition}` before it, it is there only where that holds. */
const lineBy = (policy: ArticlePolicy) => (line: string) => {
  const [before = '', bullet = '', name] = condition.exec(line) ?? []
  if (name === undefined) return [line]
  if (!(name in conditions)) throw new Error(`no policy says whether ${name} holds`)
  return conditions[name as keyof typeof conditions](policy) ? [bullet + line.slice(before.length)] : []
}

const namesIn = (body: string): string[] => [...body.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Whose answers say what an article tells in figures. */
export const rulesOf = ({ body }: Article): (keyof Rules)[] => {
  const names = namesIn(body)
  return (Object.keys(figureNames) as (keyof Rules)[]).filter((rules) =>
    figureNames[rules].some((name) => names.includes(name)),
  )
}

/** The articles as they hold under a policy, with figures that operators set; for one not known yet there is a gap. */
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

/** The articles that hold every word of a search; those with all of them in the title come first, then those with its very words. */
export const foundArticles = (articles: readonly Article[], search: string): Article[] => {
  const holds = (text: string) => holdsWords(text, search)
  const inTitle = articles.filter(({ title }) => holds(title))
  const elsewhere = articles.filter((one) => !inTitle.includes(one) && holds(`${one.title} ${one.body}`))
  const asTyped = elsewhere.filter(({ body }) => holdsPhrase(body, search))
  return [...inTitle, ...asTyped, ...elsewhere.filter((one) => !asTyped.includes(one))]
}

/** What the help centre is parted into, by the slugs of the articles; the markets are a file of their own. */
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
