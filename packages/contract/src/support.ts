import * as z from 'zod/mini'
import { cursor, defineCalls, instant, nextCursor, publicId, requestId } from './call.ts'

/** A chat line's subject: a bet or payment of the player, by public id. */
export const supportAbout = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bet'), id: publicId }),
  z.strictObject({ kind: z.literal('payment'), id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
])
export type SupportAbout = z.output<typeof supportAbout>

/** A line's text: whitespace alone is empty. */
export const supportText = z.string().check(z.maxLength(2000), z.regex(/\S/))

/** The maximum picture as base64: a photo the app has shrunk, with room. */
const MAX_PICTURE_LETTERS = 2_000_000

const picture = z
  .string()
  .check(z.minLength(4), z.maxLength(MAX_PICTURE_LETTERS), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** A chat line, its author and subject. */
export const supportLine = z.object({
  lineId: publicId,
  author: z.enum(['player', 'operator']),
  text: z.string(),
  about: z.nullable(supportAbout),
  hasPicture: z.boolean(),
  at: instant,
})

/** Whether support is open now; the hours are Brasília time, minutes from midnight. */
const hours = z.object({ isOpen: z.boolean(), fromMinute: z.int(), toMinute: z.int() })

/** The player's support chat. */
export const supportCalls = defineCalls({
  'GET /api/app/support/channels': {
    summary: 'The ways to reach support; a way that is not set is null',
    access: 'visitor',
    data: z.object({
      hours,
      /** A messaging app's page, and a social-media page. */
      messagingLink: z.nullable(z.string()),
      socialLink: z.nullable(z.string()),
      email: z.nullable(z.string()),
      /** A live-chat provider's page that replaces our chat. */
      provider: z.nullable(z.object({ url: z.string(), licence: z.string() })),
    }),
  },
  'GET /api/app/support/chat': {
    summary: 'The chat of the player, its newest lines or those before a cursor, oldest first',
    access: 'player',
    query: z.strictObject({ cursor }),
    data: z.object({
      hours,
      /** The house's greeting. */
      greeting: z.string(),
      isClosed: z.boolean(),
      lines: z.array(supportLine),
      nextCursor,
      /** The player's last line read by support, and the number of unread support lines. */
      readUpTo: z.nullable(publicId),
      unread: z.int(),
      isTyping: z.boolean(),
    }),
  },
  'POST /api/app/support/say': {
    summary: 'Writes to support; opens a chat where none is open',
    access: 'player',
    /** With a picture, base64 of a JPEG, PNG or WebP. */
    body: z.strictObject({
      requestId,
      text: supportText,
      about: z.optional(supportAbout),
      picture: z.optional(picture),
    }),
    bodyBytes: MAX_PICTURE_LETTERS + 16 * 1024,
    data: supportLine,
  },
  'GET /api/app/support/picture/:lineId': {
    summary: 'The picture of a line of the player’s own chat',
    access: 'player',
    params: z.strictObject({ lineId: publicId }),
    raw: 'image/webp',
    data: z.null(),
  },
  'POST /api/app/support/read': {
    summary: 'Marks what the house wrote as read, up to this line',
    access: 'player',
    body: z.strictObject({ lineId: publicId }),
    data: z.null(),
  },
  'POST /api/app/support/typing': {
    summary: 'Says that the player is writing: for some seconds the house sees it',
    access: 'player',
    data: z.null(),
  },
  'POST /api/app/support/close': {
    summary: 'Ends the chat; the transcript is mailed if the player requests it',
    access: 'player',
    body: z.strictObject({ mailTranscript: z.boolean() }),
    data: z.null(),
  },
})
