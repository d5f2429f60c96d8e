import type { FastifyInstance } from 'fastify'
import { readLatestPix } from '../bank/index.ts'
import { readMails } from '../mail/index.ts'
import { readPayouts } from '../payouts/index.ts'
import type { World } from '../world.ts'
import { indexPage } from './index-page.ts'
import { sendPage } from './layout.ts'
import { mailboxPage } from './mailbox-page.ts'
import { payPageRoutes } from './pay-page-routes.ts'
import { socialPage } from './social-page.ts'
import { statementPage } from './statement-page.ts'
import { supportRoutes } from './support-routes.ts'
import { STYLE } from './style.ts'

const MAX_SHOWN = 50

/** All pages for people in a browser. */
export const pageRoutes = (web: FastifyInstance, world: World): void => {
  web.get('/', async (_request, reply) => sendPage(reply, indexPage()))
  web.get('/estilo.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  web.get('/social', async (_request, reply) => sendPage(reply, socialPage()))
  web.get('/extrato', async (_request, reply) =>
    sendPage(
      reply,
      statementPage(readLatestPix(world.store, MAX_SHOWN), readPayouts(world.store, MAX_SHOWN)),
    ),
  )
  web.get<{ Querystring: { to?: string } }>('/mailbox/page', async (request, reply) => {
    const address = String(request.query.to ?? '')
      .trim()
      .toLowerCase()
    return sendPage(reply, mailboxPage(readMails(world.store, address || undefined, MAX_SHOWN), address))
  })
  payPageRoutes(web, world)
  supportRoutes(web, world)
}
