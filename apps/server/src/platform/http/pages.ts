import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { refuseWith } from './serve.ts'

const YEAR_SECONDS = 31_536_000

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
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/')
      void reply.header('cache-control', lasts ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    // A file of an older build is gone: the page in its place would be read as a broken script.
    const isCall = /^\/(api|assets)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method)
    if (isCall) return refuseWith(reply, request, { code: 'not_found' })
    return reply.sendFile('index.html')
  })
}
