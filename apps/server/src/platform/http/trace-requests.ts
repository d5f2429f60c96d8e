import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** A call under way, as a trace tells of it. */
export type CallSpan = { end: (answered: { route: string; status: number }) => void }

type Call = { method: string; callId: string; traceparent: string | undefined }

/** Where calls are told to, one span each. */
export type Telemetry = {
  /** Begins the span of a call, below the one that its `traceparent` names; whether it is sent is decided there, or here by the ratio. */
  startCall: (call: Call) => CallSpan
  /** Sends what is left and ends. */
  close: () => Promise<void>
}

/** What an id of a call may be: from a proxy it goes into logs as it is. */
const CALL_ID = /^[\w-]{8,64}$/

/**
 * Names each call: by the `X-Request-Id` of our proxy, where there is one, else anew. What a caller writes there without
 * a proxy is only the caller's word.
 */
export const callIds =
  ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = TRUST_PROXY === '1' ? headers['x-request-id'] : undefined
    return typeof given === 'string' && CALL_ID.test(given) ? given : randomUUID()
  }

/**
 * Tells each call as a span: method, route and status, never query, header, body or address. It belongs to the trace of our
 * proxy, where there is one: a caller's own would decide what is kept.
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
