import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { type KnownPages, robotsOf, sitemapOf, withHead } from './known-pages.ts'
import { admitsVisitors, noQuery, takesQuery } from './plain-routes.ts'
import { securityHeaders } from './security-headers.ts'
import { type Api, refuseWith } from './serve.ts'

const YEAR_SECONDS = 31_536_000
/** The page that verifies rounds without a network: its script is inside, and its policy names that one alone. */
const OFFLINE_PAGE = 'verificar.html'
/** Where the build puts the pages it has drawn, each by its address. */
const DRAWN = 'pages'

type Pages = {
  api: Pick<Api, 'admitVisitor'>
  folder: string
  log: Log
  config: Parameters<typeof securityHeaders>[0]
  known: KnownPages
}

/**
 * Serves a built web app: hashed assets for ever, for every other address its one page, so that the app's own
 * router decides; where the build has drawn that address, the page with it. Calls that do not exist answer in the
 * envelope.
 */
export async function servePages(app: FastifyInstance, pages: Pages): Promise<void> {
  const { folder, log } = pages
  if (!existsSync(join(folder, 'index.html'))) {
    // The calls work without it, and players in the middle of a round need those.
    log.warn({ folder }, 'the web app is not built: run npm run build')
    app.setNotFoundHandler((request, reply) => refuseWith(reply, request, { code: 'not_found' }))
    return
  }
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  const drawn = drawnIn(join(folder, DRAWN))
  // The build puts the same into all that it has drawn: one of them stands for all.
  const [one] = drawn.values()
  const policy = policyFor(
    [shell, ...(one === undefined ? [] : [readFileSync(join(folder, one), 'utf8')])],
    pages.config,
  )
  const ownPolicy = policyIn(join(folder, OFFLINE_PAGE))
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/')
      void reply.header('cache-control', lasts ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      const own = path.includes(OFFLINE_PAGE)
        ? ownPolicy
        : /\.html(?:\.\w+)?$/.test(path)
          ? policy
          : undefined
      if (own !== undefined) void reply.header('content-security-policy', own)
    },
  })
  tellCrawlers(app, pages, [...drawn.keys()])
  app.setNotFoundHandler(async (request, reply) => {
    // A file of an older build is gone: the page in its place would be read as a broken script.
    const isCall = /^\/(api|assets)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method)
    if (isCall) return refuseWith(reply, request, { code: 'not_found' })
    const [path = ''] = request.url.split('?')
    const head = await headFor(request, path, pages)
    if (!head) return reply.sendFile(drawn.get(path) ?? 'index.html')
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withHead(shell, head))
  })
}

/** The head of a page that is about something in the database. Without it the page works all the same. */
async function headFor({ ip }: FastifyRequest, path: string, { api, known, log }: Pages) {
  try {
    if ((await api.admitVisitor?.(ip)) === false) return undefined
    return await known.readHead(path)
  } catch (error) {
    log.warn({ error, path }, 'a page is sent without its head')
    return undefined
  }
}

function tellCrawlers(app: FastifyInstance, pages: Pages, drawn: readonly string[]): void {
  const plain = { ...takesQuery(noQuery), ...admitsVisitors(pages.api) }
  app.get('/robots.txt', plain, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsOf(pages.config.publicUrl)),
  )
  app.get('/sitemap.xml', plain, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(sitemapOf(pages.config.publicUrl, [...drawn, ...(await pages.known.readPaths())])),
  )
}

/** The drawn pages by their address, as files under the app's folder. */
const drawnIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
      .filter((name) => name.endsWith('.html'))
      .sort()
      .map((name) => [name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`, `${DRAWN}/${name}`]),
  )

/**
 * The policy of the app's pages: the scripts and styles that the build has put into them hold, by their hashes, and no
 * others. Data for crawlers is no script and needs no leave.
 */
const policyFor = (pages: readonly string[], config: Pages['config']): string => {
  const { 'content-security-policy': policy = '' } = securityHeaders(config).page
  return (['script', 'style'] as const).reduce((now, tag) => {
    const parts = pages.flatMap((page) =>
      [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text),
    )
    const hashes = [...new Set(parts)].map(
      (text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    return now.replace(`${tag}-src 'self'`, `$&${hashes.join('')}`)
  }, policy)
}

/** The content policy that a page carries itself. */
const policyIn = (file: string): string | undefined =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1]
        ?.concat("; frame-ancestors 'none'")
    : undefined
