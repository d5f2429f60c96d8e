import * as z from 'zod/mini'
import { defineCalls } from './call.ts'

/** The required pictures: both sides of a photo document, and a selfie. */
export const documentSides = ['front', 'back', 'selfie'] as const
export type DocumentSide = (typeof documentSides)[number]

/** Why documents are refused: each with advice for the player. */
export const documentRefusals = [
  'unreadable',
  'expired',
  'other_person',
  'other_face',
  'not_live',
  'not_a_document',
] as const
export type DocumentRefusal = (typeof documentRefusals)[number]

/** The maximum picture as base64: a photo the app has shrunk, with room. */
const MAX_PICTURE_LETTERS = 2_000_000

const picture = z
  .string()
  .check(z.minLength(4), z.maxLength(MAX_PICTURE_LETTERS), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

const ownCheck = z.object({
  /** Whether the address is required before the check. */
  asksAddress: z.boolean(),
  /** Whether the exposure declaration is required before. */
  asksExposure: z.boolean(),
  /** Whether a stake, top-up or withdrawal requires it. */
  isNeeded: z.boolean(),
  /** Nothing yet; uploading; being checked; refused; approved. */
  state: z.enum(['none', 'collecting', 'checking', 'refused', 'approved']),
  /** The uploaded pictures, while uploading. */
  given: z.array(z.enum(documentSides)),
  /** Why the last ones were refused. */
  reason: z.nullable(z.enum(documentRefusals)),
})

/** The check of a player's document and face. No call returns a picture. */
export const documentCalls = defineCalls({
  'GET /api/app/documents/check': {
    summary: 'How far the check of the own document and face is',
    access: 'player',
    data: ownCheck,
  },
  'POST /api/app/documents/picture': {
    summary:
      'Gives one of the pictures, base64 of a JPEG, PNG or WebP; another one of the same side replaces it',
    access: 'player',
    body: z.strictObject({ side: z.enum(documentSides), picture }),
    bodyBytes: MAX_PICTURE_LETTERS + 16 * 1024,
    data: ownCheck,
  },
  'POST /api/app/documents/send': {
    summary: 'Sends all three pictures to be checked; sent again, nothing more happens',
    access: 'player',
    data: ownCheck,
  },
})
