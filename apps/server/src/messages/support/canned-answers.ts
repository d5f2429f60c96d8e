import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type CannedAnswer,
  insertCannedAnswer,
  lockCannedAnswers,
  selectCannedAnswers,
  updateCannedAnswer,
  updateCannedAnswerRemoved,
} from './canned-answer-queries.ts'

/** The most canned answers: the list is loaded whole, and nobody finds one of more by typing. */
const MAX_CANNED_ANSWERS = 300

type Written = { id: number; before: CannedAnswer | null; after: CannedAnswer | null }

/** The canned answers, sorted by name. */
export const readCannedAnswers = (sql: Sql) => selectCannedAnswers(sql)

/** Adds a canned answer under a name that no other has. */
export async function addCannedAnswer(
  tx: Tx,
  { name, texts, operatorId }: CannedAnswer & { operatorId: number },
): Promise<Result<Written, 'canned_answer_exists' | 'canned_answers_full'>> {
  await lockCannedAnswers(tx)
  const all = await selectCannedAnswers(tx)
  if (isTaken(all, name)) return refuse('canned_answer_exists')
  if (all.length >= MAX_CANNED_ANSWERS) return refuse('canned_answers_full')
  const [added] = await insertCannedAnswer(tx, { name, texts, operatorId })
  return ok({ id: present(added, 'the canned answer').id, before: null, after: { name, texts } })
}

type Edit = { id: number; baseVersion: number; operatorId: number }

/** Changes a canned answer, unless it changed since the version that the edit began with. */
export async function changeCannedAnswer(
  tx: Tx,
  { id, baseVersion, operatorId, name, texts }: Edit & CannedAnswer,
): Promise<Result<Written, 'not_found' | 'canned_answer_outdated' | 'canned_answer_exists'>> {
  await lockCannedAnswers(tx)
  const all = await selectCannedAnswers(tx)
  const before = all.find((one) => one.id === id)
  if (!before) return refuse('not_found')
  if (before.version !== baseVersion) return refuse('canned_answer_outdated')
  const others = all.filter((one) => one !== before)
  if (isTaken(others, name)) return refuse('canned_answer_exists')
  await updateCannedAnswer(tx, { id, name, texts, operatorId })
  return ok({ id, before: contentOf(before), after: { name, texts } })
}

/** Removes a canned answer, unless it changed since the version that the operator saw. */
export async function removeCannedAnswer(
  tx: Tx,
  { id, baseVersion, operatorId }: Edit,
): Promise<Result<Written, 'not_found' | 'canned_answer_outdated'>> {
  await lockCannedAnswers(tx)
  const before = (await selectCannedAnswers(tx)).find((one) => one.id === id)
  if (!before) return refuse('not_found')
  if (before.version !== baseVersion) return refuse('canned_answer_outdated')
  await updateCannedAnswerRemoved(tx, { id, operatorId })
  return ok({ id, before: contentOf(before), after: null })
}

const isTaken = (all: readonly CannedAnswer[], name: string): boolean =>
  all.some((one) => one.name.toLowerCase() === name.toLowerCase())

const contentOf = ({ name, texts }: CannedAnswer): CannedAnswer => ({ name, texts })
