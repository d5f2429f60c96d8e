import type { Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type CaseNote, insertNote, lockCase, updateCase } from './harm-queries.ts'

/**
 * Writes an operator's note of a case: words alone, that the player was talked to, or why the case is closed. The same note sent
 * again changes nothing and is not new. A closed case takes notes, and stays as it is: `did` is what became of the case.
 */
export async function noteCase(
  tx: Tx,
  note: CaseNote,
): Promise<Result<{ playerId: number; isNew: boolean; did: CaseNote['kind'] }, 'not_found'>> {
  const found = await lockCase(tx, note.caseId)
  if (!found) return refuse('not_found')
  const isNew = await insertNote(tx, note)
  if (isNew && !found.isClosed && note.kind !== 'note') await updateCase(tx, note)
  const did = found.isClosed && note.kind === 'closed' ? 'note' : note.kind
  return ok({ playerId: found.playerId, isNew, did })
}
