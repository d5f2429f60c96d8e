import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { type Lang, preferredLanguages } from '../texts.ts'
import {
  addressIn,
  filledWith,
  type Frame,
  type KnownPages,
  type PageHead,
  robotsOf,
  sitemapOf,
  withHead,
} from './known-pages.ts'
import { inTime } from './request.ts'
import { admitsVisitors, noQuery, takesQuery } from './plain-routes.ts'
import { securityHeaders } from './security-headers.ts'
import { sendCompressed, type SentPages } from './answers.ts'
import { type Api, refuseWith, headerOf } from './serve.ts'
import { languageOf, languageTable, textLanguages } from '@palpite/contract/languages'
import { readLook } from '@palpite/contract/look'

const YEAR_SECONDS = 31_536_000
/** The page that verifies rounds offline: its script is inline, and its policy allows only that one. */
const OFFLINE_PAGE = 'verificar.html'
/** How long a prerendered page waits for data from the database. */
const FRAME_PATIENCE_MS = 150
/** The folder of prerendered pages, by language and address, and of frames by name. */
const DRAWN = 'pages'
const FRAMES = 'frames'

type Pages = {
  api: Pick<Api, 'admitVisitor'>
  folder: string
  log: Log
  config: Parameters<typeof securityHeaders>[0]
  known: KnownPages
  /** The languages available to a visitor who chose none. */
  langs: ReadonlySet<Lang>
}

/**
 * Serves a built web app: hashed assets cached for ever, for every other address its one page, because the app's own
 * router decides; a prerendered page if there is one, in the visitor's language. Unknown calls are answered in the
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
  const drawn = drawnIn(folder, DRAWN)
  const frames = framesIn(folder)
  const sent: SentPages = new Map()
  const policy = policyFor([shell, ...frames.inFirst, ...readFirst(folder, drawn)], pages.config)
  const ownPolicy = policyIn(join(folder, OFFLINE_PAGE))
  await serveFiles(app, folder, (path) =>
    path.includes(OFFLINE_PAGE) ? ownPolicy : isHtml(path) ? policy : undefined,
  )
  serveCrawlerFiles(app, pages, drawn)
  app.setNotFoundHandler(async (request, reply) => {
    // A file of an older build is gone: the app's page in its place would be parsed as a broken script.
    const isCall = /^\/(api|assets)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method)
    if (isCall) return refuseWith(reply, request, { code: 'not_found' })
    const [path = ''] = request.url.split('?')
    const lang = drawnLang(request, frames.langs, pages.langs)
    const { head, frame } = await knownAt(request, { path, lang, pages })
    const framed = frame && frames.frameOf(frame, lang)
    if (!head && !framed) return sendDrawn(request, reply, { path, drawn, pages })
    const page = frame && framed ? filledWith(framed, frame) : shell
    // A match page is one for all languages; prerendered pages exist per language.
    const own = addressIn(pages.config.publicUrl, path, head ? 'pt-BR' : lang)
    void reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .header('link', `<${own}>; rel="canonical"`)
      .type('text/html; charset=utf-8')
    if (!head) void reply.header('content-language', lang)
    if (head) return sendCompressed(request, reply, { page: withHead(page, head) })
    return sendCompressed(request, reply, { page, keep: { sent, name: `${path} ${lang}` } })
  })
}

type Sending = { path: string; drawn: DrawnPages; pages: Pages }

/** Sends the prerendered page of an address in the caller's language, with its canonical address. */
function sendDrawn(request: FastifyRequest, reply: FastifyReply, { path, drawn, pages }: Sending) {
  const files = drawn.get(path)
  if (!files) return reply.sendFile('index.html')
  const lang = drawnLang(request, files, pages.langs)
  const own = addressIn(pages.config.publicUrl, path, lang)
  return reply
    .header('vary', 'accept-language, cookie')
    .header('link', `<${own}>; rel="canonical"`)
    .header('content-language', lang)
    .sendFile(files.get(lang) ?? 'index.html')
}

/** One page of every address: the build puts the same scripts and styles into all its languages. */
const readFirst = (folder: string, drawn: DrawnPages): string[] =>
  [...drawn.values()].flatMap((files) =>
    [...files.values()].slice(0, 1).map((file) => readFileSync(join(folder, file), 'utf8')),
  )

/** The prerendered frames, read once: they are filled for each request. */
function framesIn(folder: string) {
  const files = drawnIn(folder, FRAMES)
  const read = new Map(
    [...files].flatMap(([path, langs]) =>
      [...langs].map(
        ([lang, file]) => [`${path} ${lang}`, readFileSync(join(folder, file), 'utf8')] as const,
      ),
    ),
  )
  return {
    /** The languages of the frames: one frame stands for all. */
    langs: files.values().next().value ?? new Map<Lang, string>(),
    inFirst: readFirst(folder, files),
    frameOf: ({ name }: Frame, lang: Lang) => read.get(`/${name} ${lang}`),
  }
}

type Asking = { path: string; lang: Lang; pages: Pages }

type Known = { head?: PageHead | undefined; frame?: Frame | undefined }

/** The database's data for a page. Without it the page works all the same. */
async function knownAt(
  { ip }: FastifyRequest,
  { path, lang, pages: { api, known, log } }: Asking,
): Promise<Known> {
  try {
    if ((await api.admitVisitor?.(ip)) === false) return {}
    const head = await known.readHead(path, lang)
    return { head, frame: head ? head.frame : await inTime(known.readFrame(path, lang), FRAME_PATIENCE_MS) }
  } catch (error) {
    // Without its address: that of a sign-in link is a token.
    log.warn({ err: error }, 'a page is sent without data from the database')
    return {}
  }
}

function serveCrawlerFiles(app: FastifyInstance, pages: Pages, drawn: DrawnPages): void {
  const plain = { ...takesQuery(noQuery), ...admitsVisitors(pages.api) }
  app.get('/robots.txt', plain, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsOf(pages.config.publicUrl)),
  )
  const readable = [...drawn].map(([path, files]) => ({
    path,
    langs: [...files.keys()].filter((lang) => pages.langs.has(lang)),
  }))
  app.get('/sitemap.xml', plain, async (_request, reply) => {
    const known = (await pages.known.readPaths()).map((path) => ({ path, langs: ['pt-BR' as const] }))
    return reply
      .type('application/xml; charset=utf-8')
      .send(sitemapOf(pages.config.publicUrl, [...readable, ...known]))
  })
}

/**
 * The policy of the app's pages: allows the scripts and styles the build put into them, by hash, and no others.
 * Structured data for crawlers is not a script and needs no permission.
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

/** The content policy inside a page. */
const policyIn = (file: string): string | undefined =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1]
        ?.concat("; frame-ancestors 'none'")
    : undefined

/** The files of a prerendered page by language. */
type DrawnPage = ReadonlyMap<Lang, string>

/** The prerendered pages by address. */
type DrawnPages = ReadonlyMap<string, DrawnPage>

/**
 * The prerendered pages in this part of the app's folder: those in other languages than the default are in folders
 * named by language.
 */
function drawnIn(folder: string, part: string): DrawnPages {
  const root = join(folder, part)
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
  const drawn = new Map<string, Map<Lang, string>>()
  for (const name of names.filter((each) => each.endsWith('.html')).sort()) {
    const lang = textLanguages.find((one) => name.startsWith(`${one}/`)) ?? 'pt-BR'
    const page = `/${name.replace(`${lang}/`, '').replace(/\.html$/, '')}`
    const path = page === '/index' ? '/' : page
    drawn.set(path, (drawn.get(path) ?? new Map<Lang, string>()).set(lang, `${part}/${name}`))
  }
  return drawn
}

/**
 * The language of a prerendered page, decided as the app does after loading: the one chosen on this device, else the
 * one in the address, else the browser's first that is allowed and available; Portuguese by default.
 */
function drawnLang(request: FastifyRequest, page: DrawnPage, allowed: ReadonlySet<Lang>): Lang {
  const cookies = headerOf(request, 'cookie') ?? ''
  if (/(?:^|; )look=[^;]*\blanguage=/.test(cookies)) {
    const chosen = languageTable[readLook(cookies).language].texts
    return page.has(chosen) ? chosen : 'pt-BR'
  }
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang') ?? ''
  const preferred = languageOf([asked, ...preferredLanguages(headerOf(request, 'accept-language') ?? '')])
  const lang = preferred === undefined ? 'pt-BR' : languageTable[preferred].texts
  return page.has(lang) && allowed.has(lang) ? lang : 'pt-BR'
}

/** Only our own files and calls; no page frames it, and pictures may come in answers. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join(';')

type OnePage = { folder: string; log: Log }

/**
 * Serves a single-page web app on its own server: hashed assets cached for ever, for every other address the page,
 * because the app's own router decides. Unknown calls are answered in the envelope.
 */
export async function serveOnePage(app: FastifyInstance, { folder, log }: OnePage): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    log.warn({ folder }, 'the web app is not built: run npm run build')
    app.setNotFoundHandler((request, reply) => refuseWith(reply, request, { code: 'not_found' }))
    return
  }
  await serveFiles(app, folder, (path) => (isHtml(path) ? POLICY : undefined))
  app.setNotFoundHandler((request, reply) => {
    // A file of an older build is gone: the app's page in its place would be parsed as a broken script.
    const isCall = /^\/(api|assets)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method)
    return isCall ? refuseWith(reply, request, { code: 'not_found' }) : reply.sendFile('index.html')
  })
}

const isHtml = (path: string) => /\.html(?:\.\w+)?$/.test(path)

/** Serves the files of a built web app: hashed assets are cached for ever, the others revalidated each time. */
async function serveFiles(
  app: FastifyInstance,
  folder: string,
  policyOf: (path: string) => string | undefined,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/')
      void reply.header('cache-control', lasts ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      const policy = policyOf(path)
      if (policy !== undefined) void reply.header('content-security-policy', policy)
    },
  })
}
