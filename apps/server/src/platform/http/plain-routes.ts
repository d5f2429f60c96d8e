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
 * The name that stands in a query twice, if any does. No call and no page takes a list, so everywhere such a query
 * is refused: whoever reads a text by its name would get a list instead.
 */
export function repeatedName(query: unknown): string | undefined {
  for (const name in query as Record<string, unknown>) {
    if (typeof (query as Record<string, unknown>)[name] !== 'string') return name
  }
  return undefined
}

/**
 * How a page or route outside the contract takes its query: by this schema, checked before anything else of it runs.
 * What the handler reads from `request.query` is what the schema made of it.
 */
export const takesQuery = (shape: z.ZodMiniType) => ({
  preValidation: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const read = checkPart(shape, request.query)
    if ('wrong' in read) return void refuseField(reply, request, read.wrong || 'query')
    request.query = read.value
    done()
  },
})

/** How a page or route that costs something is kept from being asked by one address without end. */
export const admitsVisitors = ({ admitVisitor }: Pick<Api, 'admitVisitor'>) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    if ((await admitVisitor?.(request.ip)) === false) {
      return refuseWith(reply, request, { code: 'too_many_requests' })
    }
  },
})

const HERE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Why the server is not ready; nothing when it is. */
export type Trouble = () => DatabaseTrouble | 'closing' | undefined

/**
 * `/livez` (the process answers), `/readyz` (start-up is done, the database answers and has room; else `why` says what is
 * wrong), `/metrics` (to this machine only). None of them asks the database: each answers at once, whatever that does.
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

/** A proxy on this machine calls from this address too: a forwarded call never counts as local, whatever its headers say. */
export const isFromHere = ({ headers, socket }: FastifyRequest) =>
  HERE.has(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined
