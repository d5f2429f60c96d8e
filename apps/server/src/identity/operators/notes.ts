import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  insertNote,
  lockNoted,
  selectNote,
  selectNotes,
  selectPinnedNotes,
  updatePinned,
  updateWithdrawn,
} from './note-queries.ts'

export type { NoteRow } from './note-queries.ts'
export { selectNotes as readNotes, selectPinnedNotes as readPinnedNotes }

/** Pinned notes of a player: as many as are read before acting. */
const MAX_PINNED = 5

type OnPlayer = { playerId: number; operatorId: number }
type OnNote = OnPlayer & { noteId: number }

/**
 * Writes a note about a player. The audit chain says that it was written and by whom, without the text: the chain stays
 * for good, and the note is deleted with the person's data (docs/decisions/0084).
 */
export async function writeNote(
  tx: Tx,
  { playerId, operatorId, text }: OnPlayer & { text: string },
): Promise<Result<null, 'not_found'>> {
  if ((await lockNoted(tx, playerId)).length === 0) return refuse('not_found')
  const { noteId } = present((await insertNote(tx, { playerId, operatorId, text }))[0], 'a written note')
  await auditNote(tx, { playerId, operatorId, noteId }, 'player.note_written')
  return ok(null)
}

/** Pins a note for all operators, or unpins it. One pinned already, or not pinned, stays as it is. */
export async function pinNote(
  tx: Tx,
  { isPinned, ...one }: OnNote & { isPinned: boolean },
): Promise<Result<null, 'not_found' | 'pins_full'>> {
  await lockNoted(tx, one.playerId)
  const [note] = await selectNote(tx, one.playerId, one.noteId)
  if (!note || note.withdrawnAt !== null) return refuse('not_found')
  if ((note.pinnedAt !== null) === isPinned) return ok(null)
  if (isPinned && (await selectPinnedNotes(tx, one.playerId)).length >= MAX_PINNED)
    return refuse('pins_full', { values: { max: MAX_PINNED } })
  await updatePinned(tx, one.noteId, isPinned ? one.operatorId : null)
  await auditNote(tx, one, isPinned ? 'player.note_pinned' : 'player.note_unpinned')
  return ok(null)
}

/** Withdraws one's own note, which stays readable as withdrawn. */
export async function withdrawNote(
  tx: Tx,
  { reason, ...one }: OnNote & { reason: string },
): Promise<Result<null, 'not_found' | 'not_own_note'>> {
  await lockNoted(tx, one.playerId)
  const [note] = await selectNote(tx, one.playerId, one.noteId)
  if (!note || note.withdrawnAt !== null) return refuse('not_found')
  if (note.operatorId !== one.operatorId) return refuse('not_own_note')
  await updateWithdrawn(tx, one.noteId, reason)
  await auditNote(tx, one, 'player.note_withdrawn')
  return ok(null)
}

const auditNote = (tx: Tx, { playerId, operatorId, noteId }: OnNote, action: `player.${string}`) =>
  audit(tx, {
    actor: { kind: 'operator', id: operatorId },
    action,
    subject: `player:${playerId}`,
    details: { noteId },
  })
