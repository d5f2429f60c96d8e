import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { checkPart } from '../../platform/http/request.ts'
import { noQuery, takesQuery } from '../../platform/http/plain-routes.ts'
import { type Api, serve, refuseField } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import { updateReadAbout } from '../centre/queries.ts'
import { hoursOf, readChat, toWireLine, addLine, announce, type Support } from './chat.ts'
import { closeThreadOf, selectPictureOfPlayer, updatePlayerRead, updatePlayerTypes } from './queries.ts'
import {
  TYPING_SECONDS,
  answerThread,
  markThreadRead,
  typeInThread,
  readPicture,
  readThread,
  readThreads,
} from './threads.ts'

/** The social-media page while operators have set none: a page of the sandbox, in sandbox mode only. */
const socialPageOf = ({ NODE_ENV, SANDBOX_URL }: Pick<Config, 'NODE_ENV' | 'SANDBOX_URL'>): string | null =>
  SANDBOX_URL === undefined || NODE_ENV === 'production' ? null : new URL('/social', SANDBOX_URL).href

/** The player's calls of the chat. */
export function supportRoutes(api: Api, support: Support): void {
  const { deps, settings, ids } = support
  const { db, config } = deps
  serve(api, 'GET /api/app/support/channels', async () => {
    const inForce = await settings.read(db)
    const { messagingLink, socialLink, email } = inForce.support
    return ok({
      hours: hoursOf(inForce),
      messagingLink: messagingLink || null,
      socialLink: socialLink || socialPageOf(config),
      email: email || null,
      provider:
        config.SUPPORT_URL === undefined
          ? null
          : { url: config.SUPPORT_URL, licence: config.SUPPORT_LICENCE ?? '' },
    })
  })
  serve(api, 'GET /api/app/support/chat', async ({ caller: { playerId }, query: { cursor }, lang }) =>
    ok(await readChat(support, playerId, { cursor, lang })),
  )
  serve(api, 'POST /api/app/support/say', async ({ caller: { playerId }, body, lang }) => {
    const { requestId, text, about, picture } = body
    const answer = await addLine(support, { playerId, requestId, text, about, picture, lang })
    return answer.ok ? ok(toWireLine(answer.value, ids.lines)) : answer
  })
  serve(api, 'GET /api/app/support/picture/:lineId', async ({ caller: { playerId }, params }) => {
    const [picture] = await selectPictureOfPlayer(db, playerId, ids.lines.read(params.lineId))
    return picture ? ok({ bytes: picture.webp }) : refuse('not_found')
  })
  serve(api, 'POST /api/app/support/read', ({ caller: { playerId }, body: { lineId } }) =>
    db.begin(async (tx) => {
      const [changed] = await updatePlayerRead(tx, playerId, ids.lines.read(lineId))
      if (!changed) return ok(null)
      await updateReadAbout(tx, playerId, `support:${changed.id}:`)
      await announce(tx, playerId, { what: 'read', by: 'player' })
      return ok(null)
    }),
  )
  serve(api, 'POST /api/app/support/typing', ({ caller: { playerId } }) =>
    db.begin(async (tx) => {
      await updatePlayerTypes(tx, playerId, TYPING_SECONDS)
      return ok(null)
    }),
  )
  serve(api, 'POST /api/app/support/close', ({ caller: { playerId }, body: { mailTranscript } }) =>
    db.begin(async (tx) => {
      const [closed] = await closeThreadOf(tx, playerId, mailTranscript)
      if (closed) await announce(tx, playerId, { what: 'closed', by: 'player' })
      return ok(null)
    }),
  )
}

const shape = z.strictObject({
  threadId: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{13}$/),
  text: z.string().max(2000).regex(/\S/),
})

const whichThread = z.strictObject({ threadId: shape.shape.threadId })

/**
 * Calls for the sandbox's support page, which stands in for an operator. They exist only in sandbox mode, in which a
 * production server refuses to start.
 */
export function sandboxRoutes({ app }: Api, support: Support): void {
  const { deps } = support
  if (deps.config.SANDBOX_URL === undefined) return
  app.get('/api/sandbox/support', takesQuery(noQuery), async (_request, reply) => {
    const { items } = await readThreads(support, { status: 'waiting', owner: 'anybody', cursor: undefined })
    const answered = await readThreads(support, { status: 'answered', owner: 'anybody', cursor: undefined })
    const threads = await Promise.all(
      [...items, ...answered.items].map(({ threadId }) =>
        readThread(support, { threadId, cursor: undefined }),
      ),
    )
    return reply.send({ status: 200, message: '', data: threads })
  })
  app.post('/api/sandbox/support/typing', takesQuery(noQuery), async (request, reply) => {
    const read = checkPart(whichThread, request.body)
    if ('wrong' in read) return refuseField(reply, request, read.wrong || 'body')
    const { threadId } = read.value as z.output<typeof whichThread>
    const answer = await deps.db.begin((tx) => typeInThread(tx, support.ids.threads.read(threadId)))
    if (!answer.ok) return refuseField(reply, request, 'threadId')
    return reply.send({ status: 200, message: '', data: null })
  })
  app.get<{ Params: { threadId: string; lineId: string } }>(
    '/api/sandbox/support/:threadId/:lineId',
    takesQuery(noQuery),
    async (request, reply) => {
      const { threadId, lineId } = request.params
      const picture = await readPicture(support, threadId, lineId)
      return picture ? reply.type('image/webp').send(picture.webp) : refuseField(reply, request, 'lineId')
    },
  )
  app.post('/api/sandbox/support', takesQuery(noQuery), async (request, reply) => {
    const read = checkPart(shape, request.body)
    if ('wrong' in read) return refuseField(reply, request, read.wrong || 'body')
    const { threadId, text } = read.value as z.output<typeof shape>
    const answer = await deps.db.begin(async (tx) => {
      const id = support.ids.threads.read(threadId)
      await markThreadRead(tx, id)
      return answerThread(tx, { threadId: id, operatorId: null, requestId: deps.random.token(16), text })
    })
    if (!answer.ok) return refuseField(reply, request, 'threadId')
    return reply.send({ status: 200, message: '', data: null })
  })
}
