import {
  answerThread,
  endThread,
  markThreadRead,
  readPicture,
  readThread,
  readThreads,
  type Support,
  toWireLine,
  typeInThread,
} from '../messages/index.ts'
import { asOperator, isOtherRequest, keepRequest } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'

/** The house's side of the chat. Reading, answering and closing a chat are audited; the text is not. */
export function supportRoutes(api: OperatorApi, support: Support): void {
  const { db } = support.deps
  const { threads, lines } = support.ids
  const entry = (operatorId: number, action: string, playerId: number, threadId: string) => ({
    actor: { kind: 'operator' as const, id: operatorId },
    action,
    subject: `player:${playerId}`,
    details: { threadId },
  })
  serveOperator(api, 'GET /api/backoffice/support/threads', async ({ query: { status, cursor } }) =>
    ok(await readThreads(support, { status, cursor })),
  )
  serveOperator(api, 'GET /api/backoffice/support/threads/:threadId', async ({ caller, params, query }) => {
    const { threadId } = params
    const chat = await readThread(support, { threadId, cursor: query.cursor })
    if (!chat) return refuse('not_found')
    await db.begin(async (tx) => {
      await markThreadRead(tx, threads.read(threadId))
      await audit(tx, entry(caller.operatorId, 'support.read', chat.thread.playerId, threadId))
    })
    return ok(chat)
  })
  serveOperator(
    api,
    'GET /api/backoffice/support/threads/:threadId/pictures/:lineId',
    async ({ caller: { operatorId }, params: { threadId, lineId } }) => {
      const picture = await readPicture(support, threadId, lineId)
      if (!picture) return refuse('not_found')
      await db.begin((tx) => audit(tx, entry(operatorId, 'support.read', picture.playerId, threadId)))
      return ok({ webp: picture.webp.toString('base64') })
    },
  )
  serveOperator(api, 'POST /api/backoffice/support/threads/:threadId/answer', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const request = {
        call: 'POST /api/backoffice/support/threads/:threadId/answer',
        operatorId,
        requestId: body.requestId,
        asked: { ...params, text: body.text.trim() },
      } as const
      if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
      const threadId = threads.read(params.threadId)
      const answer = await answerThread(tx, { threadId, operatorId, ...body })
      if (!answer.ok) return answer
      await keepRequest(tx, request)
      const { playerId, ...line } = answer.value
      await audit(tx, entry(operatorId, 'support.answered', playerId, params.threadId))
      return ok(toWireLine(line, lines))
    }),
  )
  serveOperator(api, 'POST /api/backoffice/support/threads/:threadId/typing', ({ params }) =>
    db.begin((tx) => typeInThread(tx, threads.read(params.threadId))),
  )
  serveOperator(api, 'POST /api/backoffice/support/threads/:threadId/close', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const ended = await endThread(tx, threads.read(params.threadId))
      if (!ended.ok) return ended
      await audit(tx, entry(caller.operatorId, 'support.closed', ended.value.playerId, params.threadId))
      return ok(null)
    }),
  )
}
