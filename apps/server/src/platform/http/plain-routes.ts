import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import * as z from 'zod/mini'
import { checkPart } from './check.ts'
import { type Api, refuseField, refuseWith } from './serve.ts'

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
