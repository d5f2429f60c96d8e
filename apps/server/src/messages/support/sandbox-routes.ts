import { z } from 'zod'
import { checkPart } from '../../platform/http/check.ts'
import { noQuery, takesQuery } from '../../platform/http/plain-routes.ts'
import { type Api, refuseField } from '../../platform/http/serve.ts'
import { answerThread, markThreadRead, typeInThread } from './answer-thread.ts'
import { readPicture, readThread, readThreads } from './read-threads.ts'
import type { Support } from './support.ts'

const shape = z.strictObject({
  threadId: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{13}$/),
  text: z.string().max(2000).regex(/\S/),
})

const whichThread = z.strictObject({ threadId: shape.shape.threadId })

/**
 * Calls for the sandbox's page of answers, where no operator is: they are there only beside a sandbox, beside which a
 * production server does not start.
 */
export function sandboxRoutes({ app }: Api, support: Support): void {
  const { deps } = support
  if (deps.config.SANDBOX_URL === undefined) return
  app.get('/api/sandbox/support', takesQuery(noQuery), async (_request, reply) => {
    const { items } = await readThreads(support, { status: 'waiting', cursor: undefined })
    const answered = await readThreads(support, { status: 'answered', cursor: undefined })
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
