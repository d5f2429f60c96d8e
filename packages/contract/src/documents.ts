import * as z from 'zod/mini'
import { defineCalls } from './call.ts'

/** What a player is asked for: both sides of a document with a photo, and the own face. */
export const documentSides = ['front', 'back', 'selfie'] as const
export type DocumentSide = (typeof documentSides)[number]

/** Why documents are not taken: each with what its player can do about it. */
export const documentRefusals = [
  'unreadable',
  'expired',
  'other_person',
  'other_face',
  'not_live',
  'not_a_document',
] as const
export type DocumentRefusal = (typeof documentRefusals)[number]

/** The longest picture as base64: a photo that the app has made smaller, with room. */
const MAX_PICTURE_LETTERS = 2_000_000

const picture = z
  .string()
  .check(z.minLength(4), z.maxLength(MAX_PICTURE_LETTERS), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

const ownCheck = z.object({
  /** Whether the player has to say where they live before documents are checked. */
  asksAddress: z.boolean(),
  /** Whether they have to say first whether they are politically exposed. */
  asksExposure: z.boolean(),
  /** Whether something that this player may want waits for it: a stake, a top-up or a withdrawal. */
  isNeeded: z.boolean(),
  /** Nothing given yet; pictures coming; being checked, by a program or a person; refused; done. */
  state: z.enum(['none', 'collecting', 'checking', 'refused', 'approved']),
  /** Which pictures are there, of those that are coming. */
  given: z.array(z.enum(documentSides)),
  /** Why the last ones were refused. */
  reason: z.nullable(z.enum(documentRefusals)),
})

/** The check of a player's document and face. No call shows a picture again: it is for the check alone. */
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
