import type { Lang } from '../texts.ts'

type Words = Readonly<Record<string, string>>

/** A prerendered frame for one kind of page: its words, and the rows of its lists. */
export type Frame = { name: string; words: Words; rows?: Readonly<Record<string, readonly Words[]>> }

/** The texts of a page for search engines and browsers without scripts. */
export type PageHead = {
  title: string
  description: string
  about: Readonly<Record<string, unknown>>
  frame?: Frame
}

/** The pages with content from the database: which exist, and the subject of each. */
export type KnownPages = {
  readPaths: () => Promise<readonly string[]>
  /** Dates in it are written in this language. */
  readHead: (path: string, lang: Lang) => Promise<PageHead | undefined>
  /** The data for a prerendered page's placeholders. */
  readFrame: (path: string, lang: Lang) => Promise<Frame | undefined>
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The app's page with the head of one of them. Names in it are escaped and end neither tag nor script. */
export const withHead = (page: string, { title, description, about }: PageHead): string => {
  const data = JSON.stringify(about).replaceAll('<', '\\u003c')
  return page
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escaped(title)}</title>\n    <script type="application/ld+json">${data}</script>`,
    )
    .replace(
      /(<meta name="description" content=)"[^"]*"/,
      (_, tag: string) => `${tag}"${escaped(description)}"`,
    )
    .replace('<noscript>', () => `<noscript><h1>${escaped(title)}</h1><p>${escaped(description)}</p>`)
}

/** The part between `{{#name}}` and `{{/name}}` repeats for each of its rows; `{{name}}` is a word. */
const places = /\{\{#(\w+)\}\}([^]*?)\{\{\/\1\}\}|\{\{(\w+)\}\}/g

/** A frame filled with words and rows: values are escaped, and a missing word stays empty. */
export const filledWith = (frame: string, { words, rows = {} }: Omit<Frame, 'name'>): string =>
  frame.replaceAll(places, (_, list: string | undefined, row: string, word: string) =>
    list === undefined
      ? escaped(words[word] ?? '')
      : (rows[list] ?? []).map((each) => filledWith(row, { words: each })).join(''),
  )

/** Addresses for search engines, up to their format's maximum. */
const MAX_ADDRESSES = 50_000

/** The address of a page in a language: the default language needs no mark. */
export const addressIn = (publicUrl: string, path: string, lang: Lang): string =>
  new URL(lang === 'pt-BR' ? path : `${path}?lang=${lang}`, publicUrl).href

/** A page in the sitemap, in its languages. Contents from the database are in the reader's language. */
type ReadablePage = { path: string; langs: readonly Lang[] }

/** Every page in each of its languages, with links to its versions in the others. */
export const sitemapOf = (publicUrl: string, pages: readonly ReadablePage[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages.flatMap((page) => entriesOf(publicUrl, page)).slice(0, MAX_ADDRESSES),
    '</urlset>',
    '',
  ].join('\n')

const entriesOf = (publicUrl: string, { path, langs }: ReadablePage): string[] => {
  const link = (hreflang: string, address: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(address)}"/>`
  const others =
    langs.length < 2
      ? ''
      : [
          ...langs.map((lang) => link(lang, addressIn(publicUrl, path, lang))),
          link('x-default', addressIn(publicUrl, path, 'pt-BR')),
        ].join('')
  return langs.map((lang) => `<url><loc>${escaped(addressIn(publicUrl, path, lang))}</loc>${others}</url>`)
}

/** Paths that robots.txt excludes: API calls and prerendered files, whose pages have addresses of their own. */
export const robotsOf = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /pages/\nDisallow: /frames/\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`
