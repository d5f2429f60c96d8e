import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import * as z from 'zod/mini'
import { checkPart } from './request.ts'
import { type Api, refuseField, refuseWith } from './serve.ts'
import type { Deps } from '../deps.ts'
import type { DatabaseTrouble } from '../db/outages.ts'
import { shareMetrics } from '../workers.ts'

/** The query of a page or route that has none. */
export const noQuery = z.strictObject({})

/**
 * The first duplicate name in a query. No call and no page takes a list, so such a query is always refused: code
 * reading a text by name would get a list instead.
 */
export function repeatedName(query: unknown): string | undefined {
  for (const name in query as Record<string, unknown>) {
    if (typeof (query as Record<string, unknown>)[name] !== 'string') return name
  }
  return undefined
}

/**
 * Declares the query schema of a page or route outside the contract, validated before its handler runs.
 * `request.query` is the schema's output.
 */
export const takesQuery = (shape: z.ZodMiniType) => ({
  preValidation: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const read = checkPart(shape, request.query)
    if ('wrong' in read) return void refuseField(reply, request, read.wrong || 'query')
    request.query = read.value
    done()
  },
})

/** Rate-limits a costly page or route by address. */
export const admitsVisitors = ({ admitVisitor }: Pick<Api, 'admitVisitor'>) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    if ((await admitVisitor?.(request.ip)) === false) {
      return refuseWith(reply, request, { code: 'too_many_requests' })
    }
  },
})

const HERE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Why the server is not ready; undefined if it is. */
export type Trouble = () => DatabaseTrouble | 'closing' | undefined

/**
 * `/livez` (the process answers), `/readyz` (start-up is done, the database answers and has space; else `why` says
 * what is wrong), `/metrics` (to this machine only). None of them queries the database: each answers at once.
 */
export function serveHealth(
  api: Pick<Api, 'app' | 'admitVisitor'>,
  { metrics }: Pick<Deps, 'metrics'>,
  trouble: Trouble,
): void {
  const { app } = api
  const text = shareMetrics(metrics.text)
  const plain = takesQuery(noQuery)
  app.get('/livez', plain, async () => ({ live: true }))
  app.get('/readyz', { ...plain, ...admitsVisitors(api) }, async (_request, reply) => {
    const why = trouble()
    return why === undefined ? reply.send({ ready: true }) : reply.code(503).send({ ready: false, why })
  })
  app.get('/metrics', plain, async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply.type(metrics.contentType).send(await text())
  })
}

/**
 * A proxy on this machine calls from this address too: a forwarded call never counts as local, whatever its headers.
 */
export const isFromHere = ({ headers, socket }: FastifyRequest) =>
  HERE.has(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined
