import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { refuseWith } from './serve.ts'

const YEAR_SECONDS = 31_536_000
/** The page that verifies rounds without a network: its script is inside, and its policy names that one alone. */
const OFFLINE_PAGE = 'verificar.html'

/**
 * Serves a built web app: hashed assets for ever, its one page for every other address, so that the app's own
 * router decides. Calls that do not exist answer in the envelope.
 */
export async function servePages(app: FastifyInstance, folder: string, log: Log): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    // The calls work without it, and players in the middle of a round need those.
    log.warn({ folder }, 'the web app is not built: run npm run build')
    app.setNotFoundHandler((request, reply) => refuseWith(reply, request, { code: 'not_found' }))
    return
  }
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
      if (ownPolicy !== undefined && path.includes(OFFLINE_PAGE))
        void reply.header('content-security-policy', `${ownPolicy}; frame-ancestors 'none'`)
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    // A file of an older build is gone: the page in its place would be read as a broken script.
    const isCall = /^\/(api|assets)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method)
    if (isCall) return refuseWith(reply, request, { code: 'not_found' })
    return reply.sendFile('index.html')
  })
}

/** The content policy that a page carries itself. */
const policyIn = (file: string): string | undefined =>
  existsSync(file)
    ? /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1]
    : undefined
