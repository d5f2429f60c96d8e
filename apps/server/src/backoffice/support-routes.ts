import type { RefusalCode } from '@palpite/contract'
import type { OperatorCallKey } from '@palpite/contract/backoffice'
import {
  addCannedAnswer,
  answerThread,
  assignThread,
  changeCannedAnswer,
  endThread,
  markThreadRead,
  MAY_ANSWER,
  readCannedAnswers,
  readPicture,
  readThread,
  readThreads,
  readThreadSummary,
  removeCannedAnswer,
  type Support,
  toWireLine,
  typeInThread,
} from '../messages/index.ts'
import {
  asOperator,
  isKeptRequest,
  isOtherRequest,
  keepRequest,
  readOperatorsWith,
} from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { OperatorSession } from '../platform/http/callers.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse, type Result } from '../platform/result.ts'

/** The house's side of the chat. Reading, assigning, answering and closing a chat are audited; the text is not. */
export function supportRoutes(api: OperatorApi, support: Support): void {
  readingRoutes(api, support)
  actingRoutes(api, support)
  cannedAnswerRoutes(api, support.deps.db)
}

type ThreadAct = { action: `support.${string}`; playerId: number; threadId: string; details?: object }

const entryOf = (operatorId: number, { action, playerId, threadId, details }: ThreadAct) => ({
  actor: { kind: 'operator' as const, id: operatorId },
  action,
  subject: `player:${playerId}`,
  details: { threadId, ...details },
})

function readingRoutes(api: OperatorApi, support: Support): void {
  const { db } = support.deps
  const { threads } = support.ids
  serveOperator(api, 'GET /api/backoffice/support/threads', async ({ caller, query }) => {
    const { status, owner, cursor } = query
    const owners = { me: caller.operatorId, nobody: null }
    return ok(await readThreads(support, { status, owner: owner ? owners[owner] : 'anybody', cursor }))
  })
  serveOperator(api, 'GET /api/backoffice/support/operators', async () =>
    ok(await readOperatorsWith(db, MAY_ANSWER)),
  )
  serveOperator(api, 'GET /api/backoffice/support/threads/:threadId', async ({ caller, params, query }) => {
    const { threadId } = params
    const chat = await readThread(support, { threadId, cursor: query.cursor })
    if (!chat) return refuse('not_found')
    const { playerId } = chat.thread
    await db.begin(async (tx) => {
      await markThreadRead(tx, threads.read(threadId))
      await audit(tx, entryOf(caller.operatorId, { action: 'support.read', playerId, threadId }))
    })
    return ok(chat)
  })
  serveOperator(api, 'GET /api/backoffice/support/threads/:threadId/summary', async ({ params }) => {
    const thread = await readThreadSummary(support, params.threadId)
    return thread ? ok(thread) : refuse('not_found')
  })
  serveOperator(
    api,
    'GET /api/backoffice/support/threads/:threadId/pictures/:lineId',
    async ({ caller: { operatorId }, params: { threadId, lineId } }) => {
      const picture = await readPicture(support, threadId, lineId)
      if (!picture) return refuse('not_found')
      const { playerId } = picture
      await db.begin((tx) => audit(tx, entryOf(operatorId, { action: 'support.read', playerId, threadId })))
      return ok({ webp: picture.webp.toString('base64') })
    },
  )
}

function actingRoutes(api: OperatorApi, support: Support): void {
  const { db } = support.deps
  const { threads, lines } = support.ids
  serveOperator(api, 'POST /api/backoffice/support/threads/:threadId/assign', ({ caller, params, body }) => {
    const { threadId } = params
    const { requestId, from, to } = body
    const call = 'POST /api/backoffice/support/threads/:threadId/assign'
    return once(db, caller, { call, requestId, asked: { threadId, from, to } }, async (tx) => {
      const assigned = await assignThread(tx, { threadId: threads.read(threadId), from, to })
      if (!assigned.ok) return assigned
      const { playerId, isChanged } = assigned.value
      const act = {
        action: 'support.assigned',
        playerId,
        threadId,
        details: { before: from, after: to },
      } as const
      if (isChanged) await audit(tx, entryOf(caller.operatorId, act))
      return ok(null)
    })
  })
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
      const answer = await answerThread(tx, { threadId: threads.read(params.threadId), operatorId, ...body })
      if (!answer.ok) return answer
      await keepRequest(tx, request)
      const { playerId, isTaken, ...line } = answer.value
      const of = { playerId, ...params }
      const taken = {
        action: 'support.assigned',
        ...of,
        details: { before: null, after: operatorId },
      } as const
      await audit(
        tx,
        ...(isTaken ? [entryOf(operatorId, taken)] : []),
        entryOf(operatorId, { action: 'support.answered', ...of }),
      )
      return ok(toWireLine(line, lines))
    }),
  )
  serveOperator(api, 'POST /api/backoffice/support/threads/:threadId/typing', ({ params }) =>
    db.begin((tx) => typeInThread(tx, threads.read(params.threadId))),
  )
  serveOperator(api, 'POST /api/backoffice/support/threads/:threadId/close', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const ended = await endThread(tx, { threadId: threads.read(params.threadId), operatorId })
      if (!ended.ok) return ended
      await audit(tx, entryOf(operatorId, { action: 'support.closed', ...ended.value, ...params }))
      return ok(null)
    }),
  )
}

/** Calls that keep the canned answers; each change is audited with the texts before and after. */
function cannedAnswerRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/support/cannedAnswers', async () =>
    ok(
      (await readCannedAnswers(db)).map(({ id, changedAt, ...one }) => ({
        ...one,
        cannedAnswerId: String(id),
        changedAt: changedAt.toISOString(),
      })),
    ),
  )
  serveOperator(api, 'POST /api/backoffice/support/cannedAnswers', ({ caller, body }) => {
    const { requestId, ...answer } = body
    const call = 'POST /api/backoffice/support/cannedAnswers'
    return once(db, caller, { call, requestId, asked: answer }, async (tx) =>
      noteChange(tx, caller, {
        action: 'canned_answer.added',
        written: await addCannedAnswer(tx, { ...answer, operatorId: caller.operatorId }),
      }),
    )
  })
  serveOperator(
    api,
    'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId',
    ({ caller, params, body }) => {
      const { requestId, ...answer } = body
      const call = 'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId'
      const edit = { ...answer, id: Number(params.cannedAnswerId) }
      return once(db, caller, { call, requestId, asked: edit }, async (tx) =>
        noteChange(tx, caller, {
          action: 'canned_answer.changed',
          written: await changeCannedAnswer(tx, { ...edit, operatorId: caller.operatorId }),
        }),
      )
    },
  )
  serveOperator(
    api,
    'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId/remove',
    ({ caller, params, body: { requestId, baseVersion } }) => {
      const call = 'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId/remove'
      const edit = { id: Number(params.cannedAnswerId), baseVersion }
      return once(db, caller, { call, requestId, asked: edit }, async (tx) =>
        noteChange(tx, caller, {
          action: 'canned_answer.removed',
          written: await removeCannedAnswer(tx, { ...edit, operatorId: caller.operatorId }),
        }),
      )
    },
  )
}

type Written = { id: number; before: object | null; after: object | null }

async function noteChange<C extends RefusalCode>(
  tx: Tx,
  { operatorId }: OperatorSession,
  { action, written }: { action: `canned_answer.${string}`; written: Result<Written, C> },
): Promise<Result<null, C>> {
  if (!written.ok) return written
  const { id, ...details } = written.value
  const actor = { kind: 'operator' as const, id: operatorId }
  await audit(tx, { actor, action, subject: `canned_answer:${id}`, details })
  return ok(null)
}

type Asked = { call: OperatorCallKey; requestId: string; asked: object }

/** Runs an operator's command once by its request id; sent again it answers the same and does nothing. */
const once = <C extends RefusalCode>(
  db: Db,
  caller: OperatorSession,
  asked: Asked,
  work: (tx: Tx) => Promise<Result<null, C>>,
) =>
  asOperator(db, caller, async (tx): Promise<Result<null, C | 'request_mismatch'>> => {
    const request = { ...asked, operatorId: caller.operatorId }
    if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
    if (await isKeptRequest(tx, request)) return ok(null)
    const answer = await work(tx)
    if (answer.ok) await keepRequest(tx, request)
    return answer
  })
