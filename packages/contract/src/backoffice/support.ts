import * as z from 'zod/mini'
import { cursor, instant, nextCursor, publicId, requestId } from '../call.ts'
import { supportLine, supportText } from '../support.ts'
import { defineOperatorCalls } from './call.ts'

const thread = z.object({
  threadId: publicId,
  playerId: z.int(),
  lang: z.string(),
  isClosed: z.boolean(),
  openedAt: instant,
  lastLineAt: instant,
  /** Since when the player waits for an answer; null if not waiting. */
  waitsSince: z.nullable(instant),
  lastText: z.string(),
  /** The operator who has the chat; null while it is in the queue. */
  assignedTo: z.nullable(z.int()),
})
const operatorId = z.int().check(z.minimum(1))
const params = z.strictObject({ threadId: publicId })

/** Operators' side of the chat. */
export const operatorSupportCalls = defineOperatorCalls({
  'GET /api/backoffice/support/threads': {
    summary:
      'Chats: those that wait for an answer, longest first; or the others, the last opened first; all, one’s own, or those that nobody has',
    permission: 'support.answer',
    query: z.strictObject({
      status: z.enum(['waiting', 'answered', 'closed']),
      owner: z.optional(z.enum(['me', 'nobody'])),
      cursor,
    }),
    data: z.object({ items: z.array(thread), nextCursor }),
  },
  'GET /api/backoffice/support/threads/:threadId': {
    summary: 'One chat with its lines, oldest first; audited',
    permission: 'support.answer',
    params,
    query: z.strictObject({ cursor }),
    data: z.object({
      thread,
      lines: z.array(supportLine),
      nextCursor,
      /** The last line the player read, and whether they are typing. */
      readUpTo: z.nullable(publicId),
      isTyping: z.boolean(),
      /** What an answer calls the player; null while no name is known. */
      firstName: z.nullable(z.string()),
    }),
  },
  'GET /api/backoffice/support/threads/:threadId/summary': {
    summary:
      'One chat as the lists show it, for a screen that has it open; it shows no more than they do and is not audited',
    permission: 'support.answer',
    params,
    data: thread,
  },
  'GET /api/backoffice/support/operators': {
    summary: 'Operators who may have a chat: active, and with this permission; by e-mail',
    permission: 'support.answer',
    data: z.array(z.object({ operatorId: z.int(), email: z.string() })),
  },
  'POST /api/backoffice/support/threads/:threadId/assign': {
    summary:
      'Gives a chat to an operator who may answer it, or back to the queue; refused once it is no longer with whom the caller saw; once by its request id; audited with before and after',
    permission: 'support.answer',
    params,
    body: z.strictObject({
      requestId,
      /** Who has it on the caller's screen, and who gets it; null is the queue. */
      from: z.nullable(operatorId),
      to: z.nullable(operatorId),
    }),
    data: z.null(),
  },
  'GET /api/backoffice/support/threads/:threadId/pictures/:lineId': {
    summary: 'The picture of a line, base64 of a WebP; audited',
    permission: 'support.answer',
    params: z.strictObject({ threadId: publicId, lineId: publicId }),
    data: z.object({ webp: z.string() }),
  },
  'POST /api/backoffice/support/threads/:threadId/answer': {
    summary:
      'Answers a player, and takes a chat that nobody has; refused in one that a colleague has; audited',
    permission: 'support.answer',
    params,
    body: z.strictObject({ requestId, text: supportText }),
    data: supportLine,
  },
  'POST /api/backoffice/support/threads/:threadId/typing': {
    summary: 'Says that somebody is writing: for some seconds the player sees it',
    permission: 'support.answer',
    params,
    data: z.null(),
  },
  'POST /api/backoffice/support/threads/:threadId/close': {
    summary: 'Ends a chat, unless a colleague has it; the player’s next line opens another. Audited',
    permission: 'support.answer',
    params,
    data: z.null(),
  },
})
