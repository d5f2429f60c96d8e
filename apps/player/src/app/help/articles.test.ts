import { join } from 'node:path'
import { exclusionLengths, realityMinutes, timeOutLengths } from '@palpite/contract'
import { type Language, languageTable, textLanguages } from '@palpite/contract/languages'
import { describe, expect, test } from 'vitest'
import { articleHref, screenAt } from '../../shared/paths.ts'
import { productTexts } from '../../shared/use-break-text.ts'
import { readTexts } from '../../../build/texts.ts'
import { articleParts, articlesOf, foundArticles, readArticles } from './articles.ts'
import { blocksOf } from './document.ts'

const localesFolder = join(import.meta.dirname, '../../locales')

const needed =
  'mines dice limbo double luckyColor rowDouble football sports slip single multiple system eachWay betBuilder freeBet cashOut selfExclusion studio fairness deposit withdraw bonus limits account'.split(
    ' ',
  )
const markets =
  'winner result doubleChance drawNoBet handicap asianHandicap europeanHandicap total sideTotal oddEven most bothScore exactGoals correctScore halfTimeFullTime highestHalf toQualify winnerOrDraw method endingRound distance raceWin racePlace outright'.split(
    ' ',
  )

/** Which article tells of the markets of this name; a name that is missing here fails the test. */
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
      const articles = await readArticles(language)
      expect(articles.map(({ slug }) => slug)).toEqual([...needed, ...markets])
      for (const { slug, title, body } of articles) {
        expect(title).not.toBe('')
        const kinds = markets.includes(slug) ? ['paragraph'] : ['paragraph', 'list']
        expect(blocksOf(body).map(({ kind }) => kind)).toEqual(kinds)
        expect(body).not.toMatch(/[{}]/)
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

  test.each(textLanguages)('they say as much in %s as in Portuguese', async (spoken) => {
    const counts = async (language: Language) =>
      (await readArticles(language)).map(({ body }) => body.split('\n- ').length)
    expect(await counts('pt-BR')).toEqual(await counts(spoken))
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

  test('figures are those of the code that pays', async () => {
    const bodyOf = async (language: Language, slug: string) =>
      (await readArticles(language)).find((one) => one.slug === slug)?.body
    expect(await bodyOf('pt-BR', 'mines')).toContain('99,44%')
    expect(await bodyOf('pt-BR', 'dice')).toContain('98,99%')
    expect(await bodyOf('en', 'mines')).toContain('99.44%')
    expect(await bodyOf('pt-BR', 'double')).toContain('branco paga 14 vezes')
    expect(await bodyOf('de', 'luckyColor')).toContain('1,92-Fache')
  })

  test('each is in one part of the centre', () => {
    const parted = Object.values(articleParts).flat()
    expect(parted.toSorted()).toEqual(needed.toSorted())
  })

  test('each has an address', () => {
    for (const slug of [...needed, ...markets]) {
      expect(screenAt(articleHref(slug))).toEqual({ name: 'help', params: { article: slug } })
    }
  })
})

describe('a search', () => {
  const slugs = async (search: string) =>
    foundArticles(await readArticles('pt-BR'), search).map(({ slug }) => slug)

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
    { search: 'autoexclusão', first: 'selfExclusion' },
    { search: 'cupom', first: 'slip' },
    { search: 'dupla chance', first: 'doubleChance' },
  ])('for $search finds $first first, whatever its accents and case', async ({ search, first }) => {
    expect((await slugs(search))[0]).toBe(first)
  })

  test('needs every word, and finds nothing where there is nothing', async () => {
    expect(await slugs('pix xadrez')).toEqual([])
    expect(await slugs('  ')).toHaveLength(needed.length + markets.length)
  })

  test('a title with a colon stays whole', () => {
    expect(articlesOf('# one: Two: three\n\nBody')).toEqual([
      { slug: 'one', title: 'Two: three', body: 'Body' },
    ])
  })
})
