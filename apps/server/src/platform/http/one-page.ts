import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { refuseWith } from './serve.ts'

const YEAR_SECONDS = 31_536_000

/** Our own files and calls alone; no page frames it, and pictures may come in answers. */
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
 * Serves a built web app of one page on a server of its own: hashed assets for ever, for every other address the page, so
 * that the app's own router decides. Calls that do not exist answer in the envelope.
 */
export async function serveOnePage(app: FastifyInstance, { folder, log }: OnePage): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    log.warn({ folder }, 'the web app is not built: run npm run build')
    app.setNotFoundHandler((request, reply) => refuseWith(reply, request, { code: 'not_found' }))
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/')
      void reply.header('cache-control', lasts ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      if (/\.html(?:\.\w+)?$/.test(path)) void reply.header('content-security-policy', POLICY)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    // A file of an older build is gone: the page in its place would be read as a broken script.
    const isCall = /^\/(api|assets)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method)
    return isCall ? refuseWith(reply, request, { code: 'not_found' }) : reply.sendFile('index.html')
  })
}
