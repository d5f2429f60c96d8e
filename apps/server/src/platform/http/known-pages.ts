/** What the head of a page says to search engines. */
export type PageHead = { title: string; about: Readonly<Record<string, unknown>> }

/** The pages whose content is in the database: which there are, and what one of them is about. */
export type KnownPages = {
  readPaths: () => Promise<readonly string[]>
  readHead: (path: string) => Promise<PageHead | undefined>
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The app's page with the head of one of them. Whatever its names hold is text, and ends neither tag nor script. */
export const withHead = (page: string, { title, about }: PageHead): string =>
  page.replace(
    /<title>[^<]*<\/title>/,
    () =>
      `<title>${escaped(title)}</title>\n    <script type="application/ld+json">${JSON.stringify(about).replaceAll('<', '\\u003c')}</script>`,
  )

/** Addresses for search engines, most at once as their format allows. */
const MAX_ADDRESSES = 50_000

export const sitemapOf = (publicUrl: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths
      .slice(0, MAX_ADDRESSES)
      .map((path) => `<url><loc>${escaped(new URL(path, publicUrl).href)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** What crawlers are asked to leave: calls, and what is drawn beforehand, which stands at its own address. */
export const robotsOf = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /pages/\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`
