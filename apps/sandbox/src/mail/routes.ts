import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { written } from '../clock/rfc3339.ts'
import { readShape } from '../web/read-shape.ts'
import type { World } from '../world.ts'
import { deleteMails, readMails, type Mail } from './queries.ts'

const input = z.strictObject({
  to: z.string().max(254).toLowerCase().optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .default(50),
})

/** Mails for tests, as JSON. */
export const mailRoutes = (web: FastifyInstance, world: World): void => {
  web.get('/mailbox', async (request) => {
    const { to, limit } = readShape(input, request.query)
    return { mails: readMails(world.store, to, limit).map(shown) }
  })
  web.delete('/mailbox', async (_request, reply) => {
    deleteMails(world.store)
    return reply.code(204).send()
  })
}

const shown = (mail: Mail): object => ({
  id: mail.id,
  from: mail.from,
  to: mail.to,
  recipients: mail.recipients,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  receivedAt: written(mail.receivedAt),
})
