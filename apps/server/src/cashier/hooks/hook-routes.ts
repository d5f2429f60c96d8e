import type { FastifyInstance } from 'fastify'
import { headerOf } from '../../platform/http/serve.ts'
import type { Cashier } from '../cashier.ts'
import { receiveWebhook } from './receive-webhook.ts'

/** Where the bank is told to send webhooks; it adds `/pix` by itself, as API Pix says. */
export const WEBHOOK_PATH = '/api/hooks/pix'

/** A webhook holds up to a thousand Pix. */
const BODY_BYTES = 1024 * 1024

/** What the bank calls. Bodies are taken as raw bytes of whatever type they claim: the signature is over those. */
export function hookRoutes(app: FastifyInstance, cashier: Cashier): void {
  void app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    api.post(`${WEBHOOK_PATH}/pix`, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const received = await receiveWebhook(cashier, raw, headerOf(request, 'x-signature'))
      return reply.code(received === 'kept' ? 200 : 401).send()
    })
  })
}
