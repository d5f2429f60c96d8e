import * as z from 'zod/mini'
import { cursor, defineCalls, instant, nextCursor, publicId } from './call.ts'

/** What a message is about: a tab of the message centre. */
export const messageKinds = ['result', 'bonus', 'cashier', 'system'] as const
export type MessageKind = (typeof messageKinds)[number]

const kind = z.enum(messageKinds)
const messageIds = z.array(publicId).check(z.minLength(1), z.maxLength(100))

/** A message in the language of the call; `link` is where in the app it leads. */
const message = z.object({
  messageId: publicId,
  kind,
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  at: instant,
  isRead: z.boolean(),
})

/** How many are not read, of each kind. */
const unread = z.object({ result: z.int(), bonus: z.int(), cashier: z.int(), system: z.int() })

/** The player's message centre. */
export const messagesCalls = defineCalls({
  'GET /api/app/messages/list': {
    summary: 'Messages of the player, newest first, a page at a time; of one kind, or of all',
    access: 'player',
    query: z.strictObject({ kind: z.optional(kind), cursor }),
    data: z.object({ items: z.array(message), nextCursor }),
  },
  'GET /api/app/messages/message/:messageId': {
    summary: 'One message, as a link to it asks for it',
    access: 'player',
    params: z.strictObject({ messageId: publicId }),
    data: message,
  },
  'GET /api/app/messages/unread': {
    summary: 'How many messages are not read, of each kind',
    access: 'player',
    data: unread,
  },
  'POST /api/app/messages/read': {
    summary: 'Marks these messages as read, and answers how many are not',
    access: 'player',
    body: z.strictObject({ messageIds }),
    data: unread,
  },
  'POST /api/app/messages/readAll': {
    summary: 'Marks all messages as read, or all of one kind, and answers how many are not',
    access: 'player',
    body: z.strictObject({ kind: z.optional(kind) }),
    data: unread,
  },
  'POST /api/app/messages/remove': {
    summary: 'Takes these messages away, and answers how many of the others are not read',
    access: 'player',
    body: z.strictObject({ messageIds }),
    data: unread,
  },
})
