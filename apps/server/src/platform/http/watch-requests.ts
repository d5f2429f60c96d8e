import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Observe } from '../metrics.ts'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'

/** From a balance answered in a millisecond to a call its client gives up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Counts durations by method, route and status class; at log level `debug` each request is also logged. Never query,
 * header or body: those contain tokens and personal data. Each route has its own hook, created once, so that a
 * request builds and looks up nothing.
 */
export function watchRequests(app: FastifyInstance, { metrics, log }: Pick<Deps, 'metrics' | 'log'>): void {
  const seriesOf = metrics.histogram('http_seconds', 'Seconds until an answer was sent', SECONDS)
  const isLogged = log.isLevelEnabled('debug')

  const watch = (method: string, route: string): onResponseHookHandler => {
    const classes: (Observe | undefined)[] = []
    return (request, reply, done) => {
      const { statusCode, elapsedTime } = reply
      const hundreds = Math.trunc(statusCode / 100)
      const observe = (classes[hundreds] ??= seriesOf({ method, route, status: `${hundreds}xx` }))
      observe(elapsedTime / 1000)
      if (isLogged)
        log.debug({ method, route, status: statusCode, ms: elapsedTime, callId: request.id }, 'a request')
      done()
    }
  }

  app.addHook('onRoute', (options) => {
    const own = options.onResponse ?? []
    options.onResponse = [watch(String(options.method), patternOf(options.url)), ...[own].flat()]
  })
  const elsewhere = watch('any', 'none')
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) elsewhere.call(this, request, reply, done)
    else done()
  })
}

/** Files of the web app have a hash in their names, another one with each build. */
const patternOf = (url: string) => (url.startsWith('/assets/') ? '/assets/*' : url)

/** A call in progress, as a trace span. */
type CallSpan = { end: (answered: { route: string; status: number }) => void }

type Call = { method: string; callId: string; traceparent: string | undefined }

/** The sink for call spans. */
export type Telemetry = {
  /** Starts the span of a call, as a child of its `traceparent`; sampling is decided there, or here by the ratio. */
  startCall: (call: Call) => CallSpan
  /** Sends what is left and ends. */
  close: () => Promise<void>
}

/** A valid call id: a proxy's goes into logs unchanged. */
const CALL_ID = /^[\w-]{8,64}$/

/**
 * Assigns an id to each call: the `X-Request-Id` of our proxy, if there is one, else a new one. Without a proxy the
 * header is the caller's and is ignored.
 */
export const callIds =
  ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = TRUST_PROXY === '1' ? headers['x-request-id'] : undefined
    return typeof given === 'string' && CALL_ID.test(given) ? given : randomUUID()
  }

/**
 * Traces each call as a span: method, route and status, never query, header, body or address. It joins the trace of
 * our proxy, if there is one: a caller's own trace would control the sampling.
 */
export function traceRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
): void {
  const spans = new WeakMap<object, CallSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const traceparent = TRUST_PROXY === '1' ? request.headers['traceparent'] : undefined
    const span = telemetry.startCall({
      method: request.method,
      callId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    spans.set(request, span)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ route: request.routeOptions.url ?? 'none', status: reply.statusCode })
    done()
  })
}
