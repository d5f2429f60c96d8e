import { QueryClientProvider } from '@tanstack/react-query'
import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import type { ComponentProps, ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { features } from './features.ts'
import { articlesInForce, readArticles } from './help/articles.ts'
import { blocksOf } from './help/document.ts'
import { readDocument } from './help/documents.ts'
import { articlesQuery, documentQuery } from './help/help-queries.ts'
import { helpTexts } from './help/help-texts.ts'
import { DrawnMatches, liveQuery } from './home/LiveNow.tsx'
import { MatchOutlineCard } from './home/MatchOutlineCard.tsx'
import { registerFeatures } from './registry.ts'
import { Shell } from './Shell.tsx'
import { MatchOutline } from '../features/sportsbook/index.ts'
import { type Feature, lazily } from '../shared/feature.ts'
import { useLook } from '../shared/look.ts'
import { articleHref, eventHref, helpHref, helpPages, hrefOf, type ScreenName } from '../shared/paths.ts'
import { smallGames } from '../shared/small-games.ts'
import { queryClient } from '../shared/query.ts'
import { loadAllTexts, text } from '../shared/text/text.ts'

/** A prerendered page: address, title, description and markup. */
export type DrawnPage = {
  path: string
  /** The screen whose code the page includes. */
  screen: ScreenName
  language: TextLanguage
  title: string
  description: string
  markup: string
  /** Shown without JavaScript. */
  needsScript: string
  /** Structured data for search engines. */
  about?: Readonly<Record<string, unknown>>
}

/** What the build renders: whole pages, and frames whose words come from the database. */
export type Drawn = { pages: DrawnPage[]; frames: DrawnPage[] }

/** The metadata of an address, without markup. */
type Described = Pick<DrawnPage, 'path' | 'screen' | 'title' | 'description' | 'about'>

/** Search results cut a description at about this length. */
const DESCRIPTION_LETTERS = 155

/** The app's markup at an address for a visitor: texts from files in full, and placeholders for answers of calls. */
const markupAt = async (path: string, matches?: ReactNode): Promise<string> => {
  const place = { ssrPath: path, ssrSearch: '' } as ComponentProps<typeof Router>
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <Router {...place}>
        <DrawnMatches value={matches}>
          <Shell />
        </DrawnMatches>
      </Router>
    </QueryClientProvider>,
    // Rendered in one piece: streamed parts would need a script.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  )
  return new Response(prelude as ReadableStream).text()
}

/** The beginning of a document, up to the last whole word that fits. */
const beginningOf = (document: string): string => {
  const first = blocksOf(document).find((block) => block.kind === 'paragraph')
  const words = first?.kind === 'paragraph' ? first.words.replaceAll('*', '') : ''
  return words.length <= DESCRIPTION_LETTERS
    ? words
    : `${words.slice(0, DESCRIPTION_LETTERS).replace(/\s+\S*$/, '')}…`
}

/** Addresses where a visitor sees home: those that need a session, and the registration over it. */
const atHome = [
  '/',
  ...(['home', 'registered', 'dice', 'share', 'gameMess'] as const).map((name) => hrefOf(name)),
]

/**
 * The pages rendered at build, in every language: a visitor's first pages and all reading pages. Of VIP and the games
 * only what is the same for everybody: levels, stakes and rounds come from the server.
 */
export const drawPages = async (): Promise<Drawn> => {
  const drawn: Drawn = { pages: [], frames: [] }
  for (const language of textLanguages) {
    await loadAllTexts(language)
    useLook.setState({ language })
    Object.assign(useLook.getInitialState(), { language }) // code outside a page reads that one
    registerFeatures(features)
    const pages = await drawIn(language)
    drawn.pages.push(...pages)
    for (const isLive of [true, false]) drawn.frames.push(await drawHomeFrame(isLive, pages))
    for (const path of ['/match', '/live'] as const) drawn.frames.push(await drawFrame(path, language))
  }
  return drawn
}

/** A match with placeholders in braces, which the server fills. */
const outlineOf = (isLive: boolean): Feature => ({
  pages: {
    event: lazily(async () => () => (
      <MatchOutline
        competition="{{competition}}"
        home="{{home}}"
        away="{{away}}"
        kickOff="{{kickOff}}"
        about="{{about}}"
        isLive={isLive}
      />
    )),
  },
})

/** The frame of an upcoming match, or of one in play. Every match address uses it. */
const drawFrame = async (path: '/match' | '/live', language: TextLanguage): Promise<DrawnPage> => {
  registerFeatures([outlineOf(path === '/live'), ...features])
  return {
    path,
    screen: 'event',
    language,
    title: text('sportsbook.event.title'),
    description: text('app.page.description'),
    needsScript: text('app.noscript.text'),
    markup: await markupAt(eventHref('0')),
  }
}

/** Home with its live or next matches; its card is the template for each of them. */
const drawHomeFrame = async (isLive: boolean, pages: readonly DrawnPage[]): Promise<DrawnPage> => {
  const home = pages.find(({ path }) => path === hrefOf('home'))
  if (!home) throw new Error('home is not drawn')
  const { queryKey } = liveQuery
  if (!isLive) queryClient.setQueryData(queryKey, [])
  const matches = (
    <div data-matches="" className="contents">
      {'{{#matches}}'}
      <MatchOutlineCard isLive={isLive} />
      {'{{/matches}}'}
    </div>
  )
  const markup = await markupAt(home.path, matches)
  queryClient.removeQueries({ queryKey })
  const paths = new Set(pages.map(({ path }) => path))
  return {
    ...home,
    path: isLive ? '/homeLive' : '/homeNext',
    markup: withLinksIn(home.language, markup, paths),
  }
}

const drawIn = async (language: TextLanguage): Promise<DrawnPage[]> => {
  const pages = await describeIn(language)
  const needsScript = text('app.noscript.text')
  const drawn: DrawnPage[] = []
  const paths = new Set(pages.map(({ path }) => path))
  for (const page of pages) {
    const markup = await markupAt(atHome.includes(page.path) ? hrefOf('home') : page.path)
    drawn.push({ ...page, language, needsScript, markup: withLinksIn(language, markup, paths) })
  }
  return drawn
}

/** The markup with links to pages in the same language, which works without JavaScript. */
const withLinksIn = (language: TextLanguage, markup: string, paths: ReadonlySet<string>): string =>
  language === 'pt-BR'
    ? markup
    : markup.replaceAll(/ href="([^"?#]*)"/g, (link, path: string) =>
        paths.has(path) ? ` href="${path}?lang=${language}"` : link,
      )

const describeIn = async (language: TextLanguage): Promise<Described[]> => {
  const written = await readArticles(language)
  queryClient.setQueryData(articlesQuery(language).queryKey, written)
  const articles = articlesInForce(written)
  const aboutApp = text('app.page.description')
  const article = (headline: string) => ({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline,
    inLanguage: language,
  })
  const about = (slug: string) => beginningOf(articles.find((each) => each.slug === slug)?.body ?? '')
  const pages: Described[] = [
    ...atHome.map((path) => ({
      path,
      screen: 'home' as const,
      title: text('home.page.title'),
      description: aboutApp,
    })),
    {
      path: hrefOf('footballPage'),
      screen: 'footballPage',
      title: `${text('sportsbook.page.title')} · Palpite`,
      description: aboutApp,
    },
    {
      path: hrefOf('vip'),
      screen: 'vip',
      title: `${text('rewards.vip.title')} · Palpite`,
      description: text('rewards.vip.visitor'),
    },
    ...smallGames
      .map(({ game, text: name }) => ({
        path: hrefOf(game),
        screen: game,
        title: `${text(name)} · Palpite`,
        description: about(game),
      }))
      .filter(({ path }) => !atHome.includes(path)),
  ]
  for (const page of helpPages) {
    const document = await readDocument(page, language)
    queryClient.setQueryData(documentQuery(page, language).queryKey, document)
    const name = text(helpTexts[page])
    pages.push({
      path: helpHref(page),
      screen: 'help',
      title: `${name} · Palpite`,
      description: beginningOf(document),
      about:
        page === 'help'
          ? questionsOf(
              articles.map(({ title, body }) => ({ title, answer: beginningOf(body) })),
              language,
            )
          : article(name),
    })
  }
  for (const { slug, title, body } of articles) {
    pages.push({
      path: articleHref(slug),
      screen: 'help',
      title: `${title} · Palpite`,
      description: beginningOf(body),
      about: article(title),
    })
  }
  return pages
}

const questionsOf = (questions: readonly { title: string; answer: string }[], language: TextLanguage) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  inLanguage: language,
  mainEntity: questions.map(({ title, answer }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
