import formbody from '@fastify/formbody'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { Bug, Busy } from '../errors.ts'
import { isFault } from '../db/index.ts'
import type { Deps } from '../deps.ts'
import { acceptCookies } from './request.ts'
import { boundConnections } from './bound-connections.ts'
import { compressAnswers } from './answers.ts'
import { repeatedName } from './plain-routes.ts'
import { securityHeaders, type Headers } from './security-headers.ts'
import { rateLimitedLog } from '../log.ts'
import { refuseField, refuseWith } from './serve.ts'
import { shedLoad } from './shed.ts'
import { callIds, type Telemetry, traceRequests, watchRequests } from './watch-requests.ts'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusalText } from '../texts.ts'

/** The longest body any call accepts, and a margin. */
const BODY_BYTES = 16 * 1024

/**
 * A longer body is refused before it arrived. Up to this many bytes are still read and discarded: if the connection
 * closed while the client is writing, a connection error would hide our answer.
 */
const THROWN_AWAY_BYTES = 8 * 1024 * 1024

const FAULTS_EVERY_MS = 1000
const REFUSED_EVERY_MS = 1000
/** Of a field name in the log. */
const FIELD_LENGTH = 60

/**
 * The web server with its limits and headers, and the one place where faults and bugs become answers. Durations are
 * counted by method, route and status, and logged at level `debug` (watch-requests.ts). Each call has an id, in its
 * answer as `X-Request-Id`, in the log and in its trace.
 */
export async function openServer(deps: Deps, telemetry?: Telemetry): Promise<FastifyInstance> {
  const { config, log, metrics } = deps
  const { page, data } = securityHeaders(config)
  const app = fastify({
    logger: false,
    genReqId: callIds(config),
    requestIdHeader: false, // `callIds` handles it
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // One proxy: the address it saw counts. What the caller wrote into the header is not trusted.
    trustProxy: config.TRUST_PROXY === '1' ? (_address, hop) => hop === 0 : false,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false, // it would answer outside the envelope: `turnAway` answers instead
    http: {
      requireHostHeader: false, // Node would answer with an empty body: `turnAway` answers, too
      // Of its two timeouts Node uses the longer for the body: with its default for headers a slow body could take 60
      // seconds, and it checks only every 30.
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: answerClientErrors(data),
    // An unparsable address reaches no route, and no hook either.
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
  // Node would answer 417 with an empty body: expectations other than `100-continue` may be ignored (RFC 9110,
  // 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  boundConnections(app.server, config)
  shedLoad(app.server, deps, data)
  watchRequests(app, deps)
  if (telemetry) traceRequests(app, telemetry, config)
  turnAway(app)
  await acceptCookies(app)
  await app.register(formbody, { bodyLimit: BODY_BYTES })
  await compressAnswers(app)
  app.decorateRequest('refusedField', undefined)
  const refused = metrics.counter('http_refused_fields_total', 'Requests refused for a field')
  const logRefusal = rateLimitedLog(REFUSED_EVERY_MS)
  // By callback, not async: the hook runs for every answer, and a promise costs a turn.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isData = String(reply.getHeader('content-type')).startsWith('application/json')
    const own = reply.getHeader('content-security-policy') // of a page with a stricter one
    reply.headers(isData ? data : page)
    reply.header('x-request-id', request.id)
    if (own !== undefined) reply.header('content-security-policy', own)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (request.refusedField !== undefined) {
      refused.inc()
      const field = request.refusedField.slice(0, FIELD_LENGTH) // its name may be invented by the caller
      const route = request.routeOptions.url ?? 'none'
      logRefusal((leftOut) =>
        log.info({ route, field, ip: request.ip, callId: request.id, leftOut }, 'a field was refused'),
      )
    }
    done(null, payload)
  })
  answerFailures(app, deps)
  return app
}

/** Turns faults and bugs into answers, counted and logged. */
function answerFailures(app: FastifyInstance, { metrics, log }: Deps): void {
  const failures = metrics.counter('http_failures_total', 'Answers that are faults or bugs', ['kind'])
  for (const kind of ['busy', 'fault', 'bug']) failures.inc({ kind }, 0) // a counter that starts at 1 shows no increase in monitoring
  // An outage fails every call: one fault is logged per second, with the number of those left out.
  const logFault = rateLimitedLog(FAULTS_EVERY_MS)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (isBrokenOff(request, error)) {
      log.debug({ route }, 'a request was aborted by its client')
      return refuseField(reply, request, 'body')
    }
    if (isFault(error)) {
      if (error instanceof Busy) {
        failures.inc({ kind: 'busy' })
        return refuseWith(reply, request, { code: 'busy' })
      }
      failures.inc({ kind: 'fault' })
      logFault((leftOut) => log.error({ err: error, route, callId: request.id, leftOut }, 'a fault'))
      return refuseWith(reply, request, { code: 'fault' })
    }
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      if (Number(request.headers['content-length']) <= THROWN_AWAY_BYTES) reply.removeHeader('connection')
      return refuseField(reply, request, 'body')
    }
    if (!(error instanceof Bug) && typeof error.statusCode === 'number' && error.statusCode < 500) {
      return refuseWith(reply, request, {
        code: 'bad_request',
        values: { field: 'body' },
        detail: { field: 'body' },
      })
    }
    failures.inc({ kind: 'bug' })
    log.fatal({ err: error, route, callId: request.id }, 'a bug')
    return refuseWith(reply, request, { code: 'bug' })
  })
}

/**
 * Refuses, before anything else of a request is read, what no page and no route accepts: a duplicate query name, no
 * host, and requests on an open connection once the server closes.
 */
function turnAway(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isClosing) return void refuseWith(reply, request, { code: 'fault' })
    if (lacksHost(request.raw)) return void refuseField(reply, request, 'host')
    const field = repeatedName(request.query)
    if (field !== undefined) return void refuseField(reply, request, field)
    done()
  })
}

/** How long calls in progress may take after the stop signal. */
const FAREWELL_MS = 10_000

/**
 * Closes the web server once the calls in progress are answered. Keep-alive connections would delay the closing: they
 * are closed as they fall idle.
 */
export async function closeServer(app: FastifyInstance, farewellMs = FAREWELL_MS): Promise<void> {
  const letGo = setInterval(() => app.server.closeIdleConnections(), 50)
  const enough = setTimeout(() => app.server.closeAllConnections(), farewellMs)
  await app.close().finally(() => {
    clearInterval(letGo)
    clearTimeout(enough)
  })
}

/** Node's error code of an invalid request, and the status of its answer. */
const STATUS_OF: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers in the envelope what no route sees: what the HTTP parser refuses, and requests that time out. Nothing of
 * the request can be read, not even the language, so the text is Portuguese; then the connection closes.
 */
const answerClientErrors =
  (headers: Headers) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The client reset the connection, so there is no one to answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const field = 'request'
    const message = refusalText('bad_request', 'pt-BR', { field })
    const body = JSON.stringify({ status, message, data: { field, code: 'bad_request' } })
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }

/** An HTTP/1.1 request must name its host. Node would answer without a body. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined

/**
 * Whether a request failed because its client aborted it while sending the body. The request stream then fails with
 * the same error as a database that hangs up, but the cause is the client.
 */
const isBrokenOff = ({ raw }: FastifyRequest, error: unknown): boolean =>
  !raw.complete && (raw.errored === error || raw.destroyed)
