import { type Language, textLanguages } from '@palpite/contract/languages'
import { describe, expect, test } from 'vitest'
import { articleHref, screenAt } from '../../shared/paths.ts'
import { articlesOf, foundArticles, readArticles } from './articles.ts'
import { blocksOf } from './document.ts'

const needed =
  'mines dice limbo double luckyColor rowDouble football sports studio fairness deposit withdraw bonus limits account'.split(
    ' ',
  )

describe('the articles of the help centre', () => {
  test.each(textLanguages)(
    'every game, football, payments, limits and bonus have one in %s',
    async (language) => {
      const articles = await readArticles(language)
      expect(articles.map(({ slug }) => slug)).toEqual(needed)
      for (const { title, body } of articles) {
        expect(title).not.toBe('')
        expect(blocksOf(body).map(({ kind }) => kind)).toEqual(['paragraph', 'list'])
      }
    },
  )

  test.each(textLanguages)('they say as much in %s as in Portuguese', async (spoken) => {
    const counts = async (language: Language) =>
      (await readArticles(language)).map(({ body }) => body.split('\n- ').length)
    expect(await counts('pt-BR')).toEqual(await counts(spoken))
  })

  test('each has an address', () => {
    for (const slug of needed) {
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
  ])('for $search finds $first first, whatever its accents and case', async ({ search, first }) => {
    expect((await slugs(search))[0]).toBe(first)
  })

  test('needs every word, and finds nothing where there is nothing', async () => {
    expect(await slugs('pix xadrez')).toEqual([])
    expect(await slugs('  ')).toHaveLength(needed.length)
  })

  test('a title with a colon stays whole', () => {
    expect(articlesOf('# one: Two: three\n\nBody')).toEqual([
      { slug: 'one', title: 'Two: three', body: 'Body' },
    ])
  })
})
