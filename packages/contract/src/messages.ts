import * as z from 'zod/mini'
import { cursor, defineCalls, instant, nextCursor, publicId } from './call.ts'

/** A message's kind: a tab of the message centre. */
export const messageKinds = ['result', 'bonus', 'cashier', 'system'] as const
export type MessageKind = (typeof messageKinds)[number]

const kind = z.enum(messageKinds)
const messageIds = z.array(publicId).check(z.minLength(1), z.maxLength(100))

/** A message in the call's language; `link` is its target in the app. */
const message = z.object({
  messageId: publicId,
  kind,
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  at: instant,
  isRead: z.boolean(),
})

/** Unread counts by kind. */
const unread = z.object({ result: z.int(), bonus: z.int(), cashier: z.int(), system: z.int() })

/** A kind's delivery: centre, mail, push. */
const preference = z.strictObject({ kind, centre: z.boolean(), mail: z.boolean(), push: z.boolean() })

const minute = z.int().check(z.minimum(0), z.maximum(1439))
/** The quiet hours, in minutes from midnight in Brasília; equal values mean never. */
const quiet = z.strictObject({ fromMinute: minute, toMinute: minute })

const endpoint = z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[^\s]+$/))

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
  'GET /api/app/messages/preferences': {
    summary: 'How the player wants to be notified, by kind, and the hours without pushes',
    access: 'player',
    data: z.object({
      kinds: z.array(preference),
      quiet,
      /** The key for subscribing; null if this server sends no pushes. */
      pushKey: z.nullable(z.string()),
      /** How many of the player's browsers are subscribed. */
      browsers: z.int(),
    }),
  },
  'POST /api/app/messages/preferences': {
    summary:
      'Sets how the player wants to be notified; cashier and system messages are always in the message centre',
    access: 'player',
    body: z.strictObject({ kinds: z.array(preference).check(z.minLength(1), z.maxLength(4)), quiet }),
    data: z.null(),
  },
  'POST /api/app/messages/subscribe': {
    summary: 'Takes this browser on for pushes',
    access: 'player',
    body: z.strictObject({
      endpoint,
      p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
      auth: z.string().check(z.regex(/^[\w-]{22}$/)),
    }),
    data: z.null(),
  },
  'POST /api/app/messages/unsubscribe': {
    summary: 'Sends no more pushes to this browser',
    access: 'player',
    body: z.strictObject({ endpoint }),
    data: z.null(),
  },
  'POST /api/app/messages/remove': {
    summary: 'Takes these messages away, and answers how many of the others are not read',
    access: 'player',
    body: z.strictObject({ messageIds }),
    data: unread,
  },
})
