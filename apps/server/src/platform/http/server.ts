import formbody from '@fastify/formbody'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { Bug } from '../assert.ts'
import { isLostConnection } from '../db/index.ts'
import { Fault } from '../fault.ts'
import type { Deps } from '../deps.ts'
import { securityHeaders } from './security-headers.ts'
import { refuseWith } from './serve.ts'
import { watchRequests } from './watch-requests.ts'

/** The longest body any call takes, and a margin. */
const BODY_BYTES = 16 * 1024

/**
 * The web server with its limits, headers and the one place where faults and bugs become answers. How long
 * answers take is counted by method, route and status, and logged at level `debug` (watch-requests.ts).
 */
export async function openServer(deps: Deps): Promise<FastifyInstance> {
  const { config, log, metrics } = deps
  const { page, data } = securityHeaders(config)
  const app = fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // One proxy: what it saw counts. What the caller wrote into the header before it is only the caller's word.
    trustProxy: config.TRUST_PROXY === '1' ? (_address, hop) => hop === 0 : false,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    // An address that cannot be read reaches no route, and no hook either.
    frameworkErrors: (_error, request, reply) => {
      const field = 'path'
      void reply.headers({ ...data, 'cache-control': 'no-store' })
      void refuseWith(reply as FastifyReply, request as FastifyRequest, {
        code: 'bad_request',
        values: { field },
        detail: { field },
      })
    },
  })
  watchRequests(app, deps)
  await app.register(formbody, { bodyLimit: BODY_BYTES })
  const failures = metrics.counter('http_failures_total', 'Answers that are faults or bugs', ['kind'])
  // By callback, not async: the hook of every answer is not worth a turn of promises.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isData = String(reply.getHeader('content-type')).startsWith('application/json')
    reply.headers(isData ? data : page)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (isOurFault(error)) {
      failures.inc({ kind: 'fault' })
      log.error({ err: error, route }, 'a fault')
      return refuseWith(reply, request, { code: 'fault' })
    }
    if (!(error instanceof Bug) && typeof error.statusCode === 'number' && error.statusCode < 500) {
      return refuseWith(reply, request, {
        code: 'bad_request',
        values: { field: 'body' },
        detail: { field: 'body' },
      })
    }
    failures.inc({ kind: 'bug' })
    log.fatal({ err: error, route }, 'a bug')
    return refuseWith(reply, request, { code: 'bug' })
  })
  return app
}

/** How long calls under way may take once the server is told to stop. */
const FAREWELL_MS = 10_000

/**
 * Closes the web server once the calls under way are answered. A connection that was answered meanwhile would be kept
 * alive for its caller's next call, and hold the closing up for as long: those are let go as they fall idle.
 */
export async function closeServer(app: FastifyInstance, farewellMs = FAREWELL_MS): Promise<void> {
  const letGo = setInterval(() => app.server.closeIdleConnections(), 50)
  const enough = setTimeout(() => app.server.closeAllConnections(), farewellMs)
  await app.close().finally(() => {
    clearInterval(letGo)
    clearTimeout(enough)
  })
}

const isOurFault = (error: unknown) => error instanceof Fault || isLostConnection(error)
