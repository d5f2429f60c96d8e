import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { sendPage } from './layout.ts'
import { type SupportChat, supportPage } from './support-page.ts'

const PATIENCE_MS = 5000

/**
 * The support page. It reads and answers chats through the product's sandbox calls; if the product is not running,
 * the page says so.
 */
export const supportRoutes = (web: FastifyInstance, { settings }: World): void => {
  const ask = async (body?: object, call = ''): Promise<unknown> => {
    if (settings.productUrl === undefined) return undefined
    try {
      const answer = await fetch(`${settings.productUrl}/api/sandbox/support${call}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      if (!answer.ok) return undefined
      return ((await answer.json()) as { data: unknown }).data
    } catch (error) {
      process.stderr.write(`The product did not answer: ${String(error)}\n`)
      return undefined
    }
  }
  web.get('/atendimento', async (_request, reply) =>
    sendPage(reply, supportPage((await ask()) as readonly SupportChat[] | undefined)),
  )
  web.post<{ Body: { threadId?: unknown; text?: unknown; typing?: unknown } }>(
    '/atendimento',
    async (request, reply) => {
      const { threadId, text, typing } = request.body ?? {}
      const answer = typing === undefined ? await ask({ threadId, text }) : await ask({ threadId }, '/typing')
      if (answer === undefined) return sendPage(reply, supportPage(undefined))
      return reply.redirect('/atendimento', 303)
    },
  )
  web.get<{ Params: { threadId: string; lineId: string } }>(
    '/atendimento/:threadId/:lineId',
    async ({ params: { threadId, lineId } }, reply) => {
      const place = [threadId, lineId].map(encodeURIComponent).join('/')
      const answer = await fetch(`${settings.productUrl}/api/sandbox/support/${place}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => undefined)
      if (!answer?.ok) return sendPage(reply, supportPage(undefined))
      return reply.type('image/webp').send(Buffer.from(await answer.arrayBuffer()))
    },
  )
}
