import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { features } from './features.ts'
import { readArticles } from './help/articles.ts'
import { blocksOf } from './help/document.ts'
import { readDocument } from './help/documents.ts'
import { helpTexts } from './help/help-texts.ts'
import { registerFeatures } from './registry.ts'
import { Shell } from './Shell.tsx'
import { articleHref, helpHref, helpPages, hrefOf } from '../shared/paths.ts'
import { queryClient } from '../shared/query.ts'
import { loadTexts, text } from '../shared/text/text.ts'

/** A page as it first comes to sight: its address, what it is called and says of itself, and its markup. */
export type DrawnPage = {
  path: string
  title: string
  description: string
  markup: string
  /** What it is, in the words search engines share. */
  about?: Readonly<Record<string, unknown>>
}

/** As search engines know languages; what is drawn beforehand is in the first language of the app. */
const language = 'pt-BR'

/** A description is cut at about so many letters where it is shown. */
const DESCRIPTION_LETTERS = 155

/** The app's markup at an address, as a visitor first sees it: what is read from files in full, what calls answer as it loads. */
const markupAt = async (path: string): Promise<string> => {
  const place = { ssrPath: path, ssrSearch: '' } as ComponentProps<typeof Router>
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <Router {...place}>
        <Shell />
      </Router>
    </QueryClientProvider>,
    // In one piece: what comes later would be put into its place by a script.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  )
  return new Response(prelude as ReadableStream).text()
}

/** The first words of a document, to its last whole one that has room. */
const beginningOf = (document: string): string => {
  const first = blocksOf(document).find((block) => block.kind === 'paragraph')
  const words = first?.kind === 'paragraph' ? first.words.replaceAll('*', '') : ''
  return words.length <= DESCRIPTION_LETTERS
    ? words
    : `${words.slice(0, DESCRIPTION_LETTERS).replace(/\s+\S*$/, '')}…`
}

/** What every page that is not a document says of the app. */
const aboutApp =
  'Palpite: apostas esportivas ao vivo e jogos rápidos e verificáveis, com PIX. Para maiores de 18 anos.'

/** Where a visitor sees home: what needs a session leads there. */
const atHome = ['/', hrefOf('home'), hrefOf('dice'), hrefOf('share'), hrefOf('gameMess')]

/** The pages that are drawn at build: the first ones a visitor sees, and all that is to be read. */
export const drawPages = async (): Promise<DrawnPage[]> => {
  await loadTexts('first', language)
  await loadTexts('rest', language)
  registerFeatures(features)
  const articles = await readArticles(language)
  queryClient.setQueryData(['articles', language], articles)
  const pages: Omit<DrawnPage, 'markup'>[] = [
    ...atHome.map((path) => ({ path, title: text('home.page.title'), description: aboutApp })),
    {
      path: hrefOf('footballPage'),
      title: `${text('sportsbook.page.title')} · Palpite`,
      description: aboutApp,
    },
  ]
  for (const page of helpPages) {
    const document = await readDocument(page, language)
    queryClient.setQueryData(['help', page, language], document)
    const name = text(helpTexts[page])
    pages.push({
      path: helpHref(page),
      title: `${name} · Palpite`,
      description: beginningOf(document.text),
      about:
        page === 'help'
          ? questionsOf(articles.map(({ title, body }) => ({ title, answer: beginningOf(body) })))
          : { '@context': 'https://schema.org', '@type': 'Article', headline: name, inLanguage: language },
    })
  }
  for (const { slug, title, body } of articles) {
    pages.push({
      path: articleHref(slug),
      title: `${title} · Palpite`,
      description: beginningOf(body),
      about: { '@context': 'https://schema.org', '@type': 'Article', headline: title, inLanguage: language },
    })
  }
  const drawn: DrawnPage[] = []
  for (const page of pages)
    drawn.push({ ...page, markup: await markupAt(atHome.includes(page.path) ? hrefOf('home') : page.path) })
  return drawn
}

const questionsOf = (questions: readonly { title: string; answer: string }[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  inLanguage: language,
  mainEntity: questions.map(({ title, answer }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
