import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/** An operator's note about a player. */
const note = z.object({
  noteId: z.int(),
  /** Its author: only they may withdraw it. */
  operatorId: z.int(),
  text: z.string(),
  writtenAt: instant,
  pinnedAt: z.nullable(instant),
  pinnedBy: z.nullable(z.int()),
  /** A withdrawn note stays readable, with the reason. */
  withdrawnAt: z.nullable(instant),
  withdrawReason: z.nullable(z.string()),
})

/** Operators' notes about players, which never leave the back office. */
export const operatorNoteCalls = defineOperatorCalls({
  'GET /api/backoffice/players/:playerId/notes': {
    summary: 'The notes about a player, the newest first, and those that are pinned; audited',
    permission: 'players.read',
    params: z.strictObject({ playerId: id }),
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({ pinned: z.array(note), items: z.array(note), nextCursor }),
  },
  'POST /api/backoffice/players/:playerId/notes': {
    summary:
      'Writes a note about a player, with e-mail addresses, phones, CPFs and CNPJs masked; once by its request id; audited without the text',
    permission: 'players.note',
    params: z.strictObject({ playerId: id }),
    body: z.strictObject({
      requestId,
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/notes/:noteId/pin': {
    summary: 'Pins a note for all operators, or unpins it; once by its request id; audited',
    permission: 'players.note',
    params: z.strictObject({ playerId: id, noteId: id }),
    body: z.strictObject({ requestId, isPinned: z.boolean() }),
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/notes/:noteId/withdraw': {
    summary:
      'Withdraws the own note, which stays readable as withdrawn, with the reason; once by its request id; audited',
    permission: 'players.note',
    params: z.strictObject({ playerId: id, noteId: id }),
    body: z.strictObject({
      requestId,
      reason: z.string().check(z.trim(), z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
})
