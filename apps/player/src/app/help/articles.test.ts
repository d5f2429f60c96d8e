import { join } from 'node:path'
import { exclusionLengths, realityMinutes, timeOutLengths } from '@palpite/contract'
import { type Language, languageTable, textLanguages } from '@palpite/contract/languages'
import { describe, expect, test } from 'vitest'
import { articleHref, screenAt } from '../../shared/paths.ts'
import { productTexts } from '../../shared/use-break-text.ts'
import { readTexts } from '../../../build/texts.ts'
import { articleParts, articlesOf, foundArticles, readArticles } from './articles.ts'
import { blocksOf } from './document.ts'
import { shownIn } from './testing/shown-articles.ts'

const localesFolder = join(import.meta.dirname, '../../locales')

const needed =
  'mines dice limbo double luckyColor rowDouble football sports slip single multiple system eachWay betBuilder freeBet cashOut boostedPrice boostedMultiple insurance earlyPayout selfExclusion studio fairness deposit withdraw bonus depositBonus gameBonus checkIn promotions vip invite freeRounds limits account'.split(
    ' ',
  )
const markets =
  'winner result doubleChance drawNoBet handicap asianHandicap europeanHandicap total sideTotal oddEven most bothScore exactGoals correctScore halfTimeFullTime highestHalf toQualify winnerOrDraw method endingRound distance raceWin racePlace outright'.split(
    ' ',
  )

/** The article that explains markets of this name; a missing name fails the test. */
const articleOf = (text: string): string => {
  const name = text.replace('sportsbook.market.', '')
  const [, family] = /^(total|side|parity|handicap|most|score)(?=[A-Z])/.exec(name) ?? []
  const families: Record<string, string> = {
    total: 'total',
    side: 'sideTotal',
    parity: 'oddEven',
    handicap: 'handicap',
    most: 'most',
    score: 'correctScore',
  }
  return family ? (families[family] ?? name) : ({ resultOf: 'result', placed: 'eachWay' }[name] ?? name)
}

describe('the articles of the help centre', () => {
  test.each(textLanguages)(
    'every game, kind of bet, sport, payments, limits and bonus have one in %s',
    async (language) => {
      const articles = await shownIn(language)
      expect(articles.map(({ slug }) => slug)).toEqual([...needed, ...markets])
      for (const { slug, title, body } of articles) {
        expect(title).not.toBe('')
        const kinds = markets.includes(slug) ? ['paragraph'] : ['paragraph', 'list']
        expect(blocksOf(body).map(({ kind }) => kind)).toEqual(kinds)
        expect(body).not.toMatch(/[{}…]/)
      }
    },
  )

  test.each(textLanguages)(
    'every market on sale has one, under the name it has on screen, in %s',
    async (language) => {
      const articles = await readArticles(language)
      const texts = readTexts(localesFolder, languageTable[language].texts)
      const noMarket = ['label', 'other', 'ofPeriod'].map((word) => `sportsbook.market.${word}`)
      const names = Object.keys(texts).filter(
        (key) => key.startsWith('sportsbook.market.') && !noMarket.includes(key),
      )
      expect(names.length).toBeGreaterThan(50)
      for (const name of names) expect(articles.map(({ slug }) => slug)).toContain(articleOf(name))
      const titled = markets.filter((slug) => texts[`sportsbook.market.${slug}`] !== undefined)
      expect(titled.length).toBeGreaterThan(18)
      for (const slug of titled) {
        expect(articles.find((one) => one.slug === slug)?.title).toBe(texts[`sportsbook.market.${slug}`])
      }
    },
  )

  test.each(textLanguages)(
    'they say as much in %s as in Portuguese, with the same figures',
    async (spoken) => {
      const counts = async (language: Language) =>
        (await readArticles(language)).map(({ body }) => body.split('\n- ').length)
      expect(await counts('pt-BR')).toEqual(await counts(spoken))
      const places = async (language: Language) =>
        (await readArticles(language)).map(({ slug, body }) => [
          slug,
          ...(body.match(/\{\??\w+\}/g) ?? []).toSorted(),
        ])
      expect(await places(spoken)).toEqual(await places('pt-BR'))
    },
  )

  test.each(textLanguages)('screens have the same names in %s as on screen', async (language) => {
    const articles = await readArticles(language)
    const texts = readTexts(localesFolder, languageTable[language].texts)
    const plain = (key: string) => (texts[key] ?? '').replaceAll('\u00ad', '')
    const inBody: Readonly<Record<string, readonly string[]>> = {
      slip: [
        'sportsbook.slip.parlay',
        'sportsbook.slip.singles',
        'sportsbook.slip.system',
        'sportsbook.accept.label',
        'sportsbook.accept.exact',
        'sportsbook.accept.better',
        'sportsbook.accept.any',
      ],
      cashOut: ['sportsbook.cashOut.level', 'sportsbook.cashOut.sellThere', 'sportsbook.cashOut.tellThere'],
      earlyPayout: ['sportsbook.market.result'],
      deposit: ['wallet.packages.own'],
      depositBonus: ['wallet.gift.without'],
      withdraw: ['wallet.withdraw.tab'],
      promotions: ['rewards.claim.action'],
      invite: ['rewards.ladder.title'],
      account: ['account.passkeys.title', 'account.factor.title'],
    }
    const titles: Readonly<Record<string, string>> = {
      boostedPrice: 'sportsbook.boost.price',
      insurance: 'sportsbook.insurance.name',
      earlyPayout: 'sportsbook.early.name',
      depositBonus: 'rewards.kind.topup',
      gameBonus: 'rewards.gameBonus.title',
      checkIn: 'rewards.checkIn.title',
      promotions: 'rewards.promo.title',
      vip: 'rewards.vip.title',
      invite: 'rewards.share.title',
    }
    for (const { slug, title, body } of articles) {
      const missing = (inBody[slug] ?? []).filter((key) => !body.includes(`*${plain(key)}*`))
      expect([slug, missing]).toEqual([slug, []])
      expect(title).toBe(titles[slug] === undefined ? title : plain(titles[slug]))
    }
  })

  test.each(textLanguages)(
    'limits and stopping to play are told in %s by the names and figures of their screen',
    async (language) => {
      const articles = await readArticles(language)
      const texts = readTexts(localesFolder, languageTable[language].texts)
      const bodyOf = (slug: string) => articles.find((one) => one.slug === slug)?.body ?? ''
      const onScreen = (keys: readonly string[]) => keys.map((key) => `*${texts[key]}*`)
      const figuresOf = (body: string) => body.match(/\d+/g) ?? []
      const limits = onScreen([
        'protection.limits.title',
        'protection.reality.title',
        'protection.self.title',
        'protection.tab.help',
      ])
      expect(limits.filter((name) => !bodyOf('limits').includes(name))).toEqual([])
      expect(figuresOf(bodyOf('limits'))).toEqual(expect.arrayContaining(realityMinutes.map(String)))
      const breaks = onScreen([
        'protection.limits.title',
        'protection.tab.breaks',
        'protection.break.block',
        ...Object.values(productTexts),
      ])
      expect(breaks.filter((name) => !bodyOf('selfExclusion').includes(name))).toEqual([])
      const lengths = [...timeOutLengths, ...exclusionLengths].filter((length) => length !== 'forever')
      expect(figuresOf(bodyOf('selfExclusion'))).toEqual(
        expect.arrayContaining(lengths.map((length) => String(parseInt(length)))),
      )
    },
  )

  test('each belongs to one part of the centre', () => {
    const parted = Object.values(articleParts).flat()
    expect(parted.toSorted()).toEqual(needed.toSorted())
  })

  test('each has its own address', () => {
    for (const slug of [...needed, ...markets]) {
      expect(screenAt(articleHref(slug))).toEqual({ name: 'help', params: { article: slug } })
    }
  })
})

describe('a search', () => {
  const slugs = async (search: string) =>
    foundArticles(await shownIn('pt-BR'), search).map(({ slug }) => slug)

  test.each([
    { search: 'bonus', first: 'bonus' },
    { search: 'BÔNUS', first: 'bonus' },
    { search: 'depositar pix', first: 'deposit' },
    { search: 'cor da sorte', first: 'luckyColor' },
    { search: 'limite', first: 'limits' },
    { search: 'múltipla', first: 'multiple' },
    { search: 'sistema', first: 'system' },
    { search: 'cash-out', first: 'cashOut' },
    { search: 'cashout', first: 'cashOut' },
    { search: 'encerrar', first: 'cashOut' },
    { search: 'criar aposta', first: 'betBuilder' },
    { search: 'handicap', first: 'handicap' },
    { search: 'rollover', first: 'bonus' },
    { search: 'bônus', first: 'bonus' },
    { search: 'turbinada', first: 'boostedPrice' },
    { search: 'odd turbinada', first: 'boostedPrice' },
    { search: 'múltipla turbinada', first: 'boostedMultiple' },
    { search: 'seguro', first: 'insurance' },
    { search: 'pagamento antecipado', first: 'earlyPayout' },
    { search: 'encerrar automaticamente', first: 'cashOut' },
    { search: 'outro valor', first: 'deposit' },
    { search: 'ambas marcam', first: 'bothScore' },
    { search: 'placar exato', first: 'correctScore' },
    { search: 'empate anula', first: 'drawNoBet' },
    { search: 'intervalo/final', first: 'halfTimeFullTime' },
    { search: 'resultado final', first: 'result' },
    { search: 'mais/menos', first: 'total' },
    { search: 'rodadas grátis', first: 'freeRounds' },
    { search: 'comissão', first: 'invite' },
    { search: 'check-in', first: 'checkIn' },
    { search: 'vip', first: 'vip' },
    { search: 'autoexclusão', first: 'selfExclusion' },
    { search: 'cupom', first: 'slip' },
    { search: 'dupla chance', first: 'doubleChance' },
  ])('for $search finds $first first, whatever its accents and case', async ({ search, first }) => {
    expect((await slugs(search))[0]).toBe(first)
  })

  test('requires every word, and finds nothing without a match', async () => {
    expect(await slugs('pix xadrez')).toEqual([])
    expect(await slugs('  ')).toHaveLength(needed.length + markets.length)
  })

  test('a title with a colon stays whole', () => {
    expect(articlesOf('# one: Two: three\n\nBody')).toEqual([
      { slug: 'one', title: 'Two: three', body: 'Body' },
    ])
  })
})
