import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { DatabaseTrouble } from '../db/watch.ts'
import { admitsVisitors, noQuery, takesQuery } from './plain-routes.ts'
import type { Api } from './serve.ts'

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
  const plain = takesQuery(noQuery)
  app.get('/livez', plain, async () => ({ live: true }))
  app.get('/readyz', { ...plain, ...admitsVisitors(api) }, async (_request, reply) => {
    const why = trouble()
    return why === undefined ? reply.send({ ready: true }) : reply.code(503).send({ ready: false, why })
  })
  app.get('/metrics', plain, async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** A proxy on this machine asks from here for others: what was forwarded is not from here, whatever it says. */
export const isFromHere = ({ headers, socket }: FastifyRequest) =>
  HERE.has(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined
