import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ping } from '../db/ping-queries.ts'
import type { Deps } from '../deps.ts'

const HERE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * `/livez` (the process answers), `/readyz` (the database answers too and start-up is done), `/metrics` (to
 * this machine only).
 */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/livez', async () => ({ live: true }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ping(deps.db)
      return await reply.send({ ready: true })
    } catch (error) {
      deps.log.error({ err: error }, 'not ready')
      return reply.code(503).send({ ready: false })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply.type(deps.metrics.contentType).send(await deps.metrics.text())
  })
}

/** A proxy on this machine asks from here for others: what was forwarded is not from here, whatever it says. */
export const isFromHere = ({ headers, socket }: FastifyRequest) =>
  HERE.has(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined
