import type { FastifyInstance } from 'fastify'
import { written } from '../clock/rfc3339.ts'
import { text, whole, type Row } from '../store/index.ts'
import type { World } from '../world.ts'
import { readDeliveries } from './queries.ts'

const MAX_SHOWN = 200

/** The delivery queue, newest first: address, body, attempts and last result. */
export const webhookRoutes = (web: FastifyInstance, world: World): void => {
  web.get('/sandbox/webhooks', async () => ({
    deliveries: readDeliveries(world.store, MAX_SHOWN).map(shown),
  }))
}

const shown = (row: Row): object => ({
  id: whole(row, 'id'),
  url: text(row, 'url'),
  status: text(row, 'status'),
  attempts: whole(row, 'attempts'),
  lastResult: text(row, 'last_result'),
  createdAt: written(whole(row, 'created_at')),
  dueAt: written(whole(row, 'due_at')),
  body: JSON.parse(text(row, 'body')) as unknown,
})
