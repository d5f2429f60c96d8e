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
})
const params = z.strictObject({ threadId: publicId })

/** Operators' side of the chat. */
export const operatorSupportCalls = defineOperatorCalls({
  'GET /api/backoffice/support/threads': {
    summary: 'Chats: those that wait for an answer, longest first; or the others, by their last line',
    permission: 'support.answer',
    query: z.strictObject({ status: z.enum(['waiting', 'answered', 'closed']), cursor }),
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
    }),
  },
  'GET /api/backoffice/support/threads/:threadId/pictures/:lineId': {
    summary: 'The picture of a line, base64 of a WebP; audited',
    permission: 'support.answer',
    params: z.strictObject({ threadId: publicId, lineId: publicId }),
    data: z.object({ webp: z.string() }),
  },
  'POST /api/backoffice/support/threads/:threadId/answer': {
    summary: 'Answers a player; audited',
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
    summary: 'Ends a chat; the player’s next line opens another. Audited',
    permission: 'support.answer',
    params,
    data: z.null(),
  },
})
